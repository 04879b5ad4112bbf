package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The place of {@code cost} in the list makes no difference: all orders of five middlewares, with one that appends between them. */
class CostOrderTests {

    private static final Usage CENT = Usage.of(500, 500);

    private final List<String> hooked = new ArrayList<>();

    private long billed;

    @Test // TC-211
    void countsWhatTheModelBilledInEveryOrder() {
        List<List<String>> orders = orders(List.of("retry", "race", "rate-limit", "cost", "logger"));

        assertThat(orders).hasSize(120);
        orders.forEach(this::assertCounted);
    }

    private void assertCounted(List<String> order) {
        hooked.clear();
        billed = 0;
        ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
        CostMeter meter = new CostMeter(harness.time);
        Map<String, ChatMiddleware> all = new LinkedHashMap<>();
        all.put("retry", Again.onFailure());
        all.put("race", CostOrderTests::twice);
        all.put("rate-limit", (call, next) -> next.call(call.withHook(new RequestHook() {})));
        all.put("cost", CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        all.put("logger", (call, next) -> next.call(call.withHook(new Logger())));
        for (String name : order) {
            ChatMiddleware middleware = all.get(name);
            assertThat(middleware).isNotNull();
            harness.add(name, middleware);
            harness.add("append", (call, next) -> next.call(call.withRequest(appended(call.request()))));
        }
        harness.model.always(this::answer);

        harness.chatHandler().call(Priced.request(10));

        SpendTotals spend = meter.snapshot().total().spend();
        assertThat(spend.requests()).as("%s", order).isEqualTo(billed);
        assertThat(spend.usd()).as("%s", order).isEqualTo(Money.usd("0.01").times(billed));
        assertThat(meter.snapshot().answerUsd()).as("%s", order).isEqualTo(Money.usd("0.01"));
        assertThat(hooked).as("%s", order).doesNotHaveDuplicates().hasSize((int) billed * 2);
    }

    /** Every other request fails, and is billed all the same. */
    private ChatReply answer(Attempt<ChatRequest> attempt) {
        billed++;
        if (billed % 2 == 1) {
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(CENT);
        }
        return Priced.reply(1);
    }

    private static ChatReply twice(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        try {
            next.call(call);
        } catch (AgentKitException lost) {
            return next.call(call);
        }
        return next.call(call);
    }

    private static ChatRequest appended(ChatRequest request) {
        List<Message> more = new ArrayList<>(request.messages());
        more.add(Message.user("and more"));
        return request.withMessages(more);
    }

    private final class Logger implements RequestHook {

        @Override
        public void reserve(Attempt<?> attempt) {
            hooked.add("before " + attempt.number());
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            hooked.add("after " + attempt.number());
        }
    }

    private static List<List<String>> orders(List<String> names) {
        if (names.isEmpty()) {
            return List.of(List.of());
        }
        List<List<String>> all = new ArrayList<>();
        for (String first : names) {
            List<String> others = new ArrayList<>(names);
            others.remove(first);
            for (List<String> rest : orders(others)) {
                List<String> order = new ArrayList<>(List.of(first));
                order.addAll(rest);
                all.add(order);
            }
        }
        return all;
    }
}
