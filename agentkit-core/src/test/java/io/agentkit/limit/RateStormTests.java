package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.Handler;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at one limiter, some of which give up. */
@Timeout(60)
class RateStormTests {

    private static final int THREADS = 16;

    private static final int REQUESTS = 40;

    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final HeldTime time = new HeldTime();

    private final RateLimiter limiter =
            RateLimiter.of("all", RateLimiterSpec.requests(INTERVAL, 5).withTokens(600_000L, 500L), time);

    private final ChainHarness harness = ChainHarness.create();

    private Handler<ChatRequest, ChatReply> limited() {
        harness.environment(harness.environment().withTime(time));
        RateLimitSpec spec =
                RateLimitSpec.of(limiter.spec()).withMaxWait(Duration.ofDays(1)).withAssumedOutput(50);
        harness.add("rate-limit", ChatMiddleware.of(new RateLimitHook(spec, limiter)));
        harness.model.always(attempt -> ChatReply.of("hello", Usage.of(20, 60)));
        return harness.chatHandler();
    }

    private static void ask(Handler<ChatRequest, ChatReply> handler, int number) {
        Cancellation cancellation = Cancellation.create();
        CompletableFuture<Void> givingUp =
                OwnThread.run(() -> cancel(cancellation, number)); // at some moment of the request
        try {
            handler.call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withCancellation(cancellation));
        } catch (CancelledException gaveUp) {
            assertThat(number % 4).isZero();
        }
        givingUp.join();
    }

    private static void cancel(Cancellation cancellation, int number) {
        if (number % 4 == 0) {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
        }
    }

    @Test
    void leavesNothingBehindAndSendsNoMoreThanItMay() {
        Handler<ChatRequest, ChatReply> handler = limited();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(OwnThread.run(() -> {
                for (int number = 1; number <= REQUESTS; number++) {
                    ask(handler, number);
                }
            }));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new));

        while (!all.isDone()) {
            if (time.isSomebodyAsleep()) {
                time.advance(INTERVAL);
            }
            Thread.onSpinWait();
        }
        all.join();

        assertThat(harness.model.calls()).isGreaterThanOrEqualTo(THREADS * REQUESTS * 3 / 4);
        assertThat(harness.model.calls() - 5L).isLessThanOrEqualTo(time.nanoTime() / INTERVAL.toNanos());
        assertThat(limiter.waiting()).isZero();
        time.advance(Duration.ofHours(1));
        assertThat(limiter.status().keys()).isEmpty();
    }
}
