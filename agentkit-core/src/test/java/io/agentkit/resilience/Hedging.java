package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A hedge around models that race. What a test leaves behind fails it. */
final class Hedging implements AfterEachCallback {

    static final Duration DELAY = Duration.ofSeconds(2);

    final ChainHarness harness = ChainHarness.create();
    final Runners models = new Runners(harness);

    /** Why a {@link #slow} model was let go of. */
    final AtomicReference<Cancellation.Reason> lost = new AtomicReference<>();

    @Override
    public void afterEach(ExtensionContext test) {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(harness.time.pendingTimers()).isZero();
    }

    Hedging hedge(HedgeSpec spec) {
        harness.add("hedge", spec.chatMiddleware(harness.resources()));
        return this;
    }

    /** After the delay it answers no more. */
    ChatReply slow(Attempt<ChatRequest> attempt) {
        harness.time.advance(DELAY);
        throw Runners.hang(attempt, lost);
    }

    /** Counts down when a request has failed and the race is about to hear of it. */
    void telling(CountDownLatch failed) {
        harness.add("telling", (call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failure) {
                failed.countDown();
                throw failure;
            }
        });
    }

    ChatReply call() {
        return harness.chatHandler().call(Runners.request());
    }
}
