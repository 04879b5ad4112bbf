package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ChatMiddleware;
import io.agentkit.Handler;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several wait at once. */
@Timeout(60)
class RateQueueTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HeldTime time = new HeldTime();
    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private final ChainHarness harness = ChainHarness.create();
    private RateLimiter limiter = RateLimiter.of("all", RateLimiterSpec.requests(SECOND, 1), time);
    private Handler<ChatRequest, ChatReply> handler = harness.chatHandler();

    @BeforeEach
    void oneASecond() {
        limit(RateLimiterSpec.requests(SECOND, 1), attempt -> ChatReply.of("hello"));
    }

    private void limit(RateLimiterSpec rate, Function<Attempt<ChatRequest>, ChatReply> model) {
        ChainHarness made = ChainHarness.create();
        made.environment(made.environment().withTime(time));
        limiter = RateLimiter.of("all", rate, time);
        made.add("rate-limit", ChatMiddleware.of(new RateLimitHook(RateLimitSpec.of(rate), limiter)));
        made.model.always(attempt -> {
            sent.add(attempt.request().messages().get(0).text());
            return model.apply(attempt);
        });
        handler = made.chatHandler();
    }

    private CompletableFuture<ChatReply> ask(String text) {
        return ask(text, CallSettings.DEFAULTS);
    }

    private CompletableFuture<ChatReply> ask(String text, CallSettings settings) {
        return OwnThread.supply(() -> handler.call(ChatRequest.user(text), settings));
    }

    private CompletableFuture<ChatReply> askAndQueue(String text, int asPlace) throws InterruptedException {
        CompletableFuture<ChatReply> asked = ask(text);
        time.awaitSleepers(asPlace);
        return asked;
    }

    @Test // RL-04
    void goInTheOrderTheyCameOneForEachTurn() throws InterruptedException {
        ask("first").join();
        askAndQueue("a", 1);
        askAndQueue("b", 2);
        askAndQueue("c", 3);
        assertThat(limiter.waiting()).isEqualTo(3);
        assertThat(sent).containsExactly("first");
        sent.clear();

        for (String next : List.of("a", "b", "c")) {
            time.advance(SECOND);
            assertThat(sent.take()).isEqualTo(next);
            assertThat(sent).isEmpty();
        }
        assertThat(limiter.waiting()).isZero();
    }

    @Test
    void moveUpWhenOneBeforeThemIsCancelled() throws InterruptedException {
        ask("first").join();
        Cancellation cancellation = Cancellation.create();
        CompletableFuture<ChatReply> gone = ask("gone", CallSettings.DEFAULTS.withCancellation(cancellation));
        time.awaitSleepers(1);
        askAndQueue("next", 2);
        sent.clear();

        cancellation.cancel(Cancellation.Reason.CONSUMER);
        gone.handle((reply, failure) -> failure).join();
        time.awaitSleepers(1);
        time.advance(SECOND);

        assertThat(sent.take()).isEqualTo("next");
    }

    @Test
    void goAsSoonAsTokensComeBack() throws InterruptedException {
        BlockingQueue<ChatReply> answers = new LinkedBlockingQueue<>();
        limit(RateLimiterSpec.tokens(1_200), attempt -> {
            try {
                return answers.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        CompletableFuture<ChatReply> first = ask("first");
        assertThat(sent.take()).isEqualTo("first");
        ask("second");
        time.awaitSleepers(1);

        answers.add(ChatReply.of("short", Usage.of(2, 2)));
        first.join();

        assertThat(sent.take()).isEqualTo("second");
        answers.add(ChatReply.of("short"));
    }
}
