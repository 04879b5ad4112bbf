package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the order: what is spent is what the models billed, and every hook goes once around every request. */
class RequestHookOrderTests {

    private static final List<String> NAMES = List.of("retry", "race", "limit", "spend", "log");

    private final Counting limit = new Counting();
    private final Counting spend = new Counting();
    private final Counting log = new Counting();

    static Stream<List<String>> orders() {
        List<List<String>> orders = new ArrayList<>();
        permute(new ArrayList<>(), orders);
        return orders.stream();
    }

    private static void permute(List<String> taken, List<List<String>> orders) {
        if (taken.size() == NAMES.size()) {
            orders.add(List.copyOf(taken));
            return;
        }
        for (String name : NAMES) {
            if (!taken.contains(name)) {
                taken.add(name);
                permute(taken, orders);
                taken.remove(name);
            }
        }
    }

    @ParameterizedTest // TC-211, TC-238
    @MethodSource("orders")
    void countsEveryRequestOnce(List<String> order) {
        AtomicReference<Run> run = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create();
        harness.add("run", (call, next) -> {
            run.set(call.run());
            return next.call(call);
        });
        order.forEach(name -> harness.add(name, middleware(name)).add("appending", appending()));
        AtomicInteger calls = new AtomicInteger();
        AtomicLong billed = new AtomicLong();
        harness.model.always(attempt -> {
            int call = calls.incrementAndGet();
            billed.addAndGet(call);
            if (call <= 2) {
                throw new AgentKitException(ErrorKind.UNAVAILABLE, "busy").withUsage(Usage.of(call, 0));
            }
            return ChatReply.of("ok", Usage.of(call, 0));
        });

        harness.chat("hi");

        assertThat(calls.get()).isGreaterThan(2);
        for (Counting hook : List.of(limit, spend, log)) {
            assertThat(hook.before).hasValue(calls.get());
            assertThat(hook.after).hasValue(calls.get());
        }
        assertThat(spend.tokens).hasValue(billed.get());
        assertThat(run.get().spend().usage().total()).isEqualTo(billed.get());
        assertThat(run.get().spend().requests()).isEqualTo(calls.get());
    }

    private ChatMiddleware middleware(String name) {
        return switch (name) {
            case "retry" -> RequestHookOrderTests::retry;
            case "race" -> RequestHookOrderTests::race;
            case "limit" -> (call, next) -> next.call(call.withHook(limit));
            case "spend" -> (call, next) -> next.call(call.withHook(spend));
            default -> (call, next) -> next.call(call.withHook(log));
        };
    }

    private static ChatMiddleware appending() {
        return (call, next) -> {
            List<Message> more = new ArrayList<>(call.request().messages());
            more.add(Message.user("and more"));
            return next.call(call.withRequest(call.request().withMessages(more)));
        };
    }

    private static ChatReply retry(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        for (int attempt = 1; ; attempt++) {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                if (attempt == 3) {
                    throw failure;
                }
            }
        }
    }

    /** Both at once; the first good one, in a fixed order, so that the outcome is the same each time. */
    private static ChatReply race(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        var other = OwnThread.supply(() -> next.call(call));
        AgentKitException failure;
        try {
            ChatReply mine = next.call(call);
            other.handle((reply, error) -> reply).join();
            return mine;
        } catch (AgentKitException mine) {
            failure = mine;
        }
        ChatReply theirs = other.handle((reply, error) -> reply).join();
        if (theirs == null) {
            throw failure;
        }
        return theirs;
    }

    private static final class Counting implements RequestHook {

        final AtomicInteger before = new AtomicInteger();
        final AtomicInteger after = new AtomicInteger();
        final AtomicLong tokens = new AtomicLong();

        @Override
        public void reserve(Attempt<?> attempt) {
            before.incrementAndGet();
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            after.incrementAndGet();
            Usage usage = outcome.usage();
            tokens.addAndGet(usage == null ? 0 : usage.total());
        }
    }
}
