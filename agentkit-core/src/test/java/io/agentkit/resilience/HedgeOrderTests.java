package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.ErrorKind.RATE_LIMITED;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ChatMiddleware;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.limit.RateLimitSpec;
import io.agentkit.limit.RateLimiterSpec;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Races in chains with other middlewares. */
class HedgeOrderTests {

    @RegisterExtension
    final Hedging hedging = new Hedging();

    private final ChainHarness harness = hedging.harness;
    private final Runners models = hedging.models;

    @Test // TC-237
    void takesATokenOfARateLimitForEachModel() {
        rateLimit();
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, hedging::slow).answers("backup");

        hedging.call();

        assertNoneIsLeft();
    }

    @Test // TC-237
    void takesATokenOfARateLimitForOneRetry() {
        rateLimit();
        harness.add("retry", RetrySpec.defaults().chatMiddleware(harness.resources()));
        models.on(FIRST, attempt -> {
            models.answers(FIRST);
            throw Failures.of(NETWORK);
        });

        hedging.call();

        assertNoneIsLeft();
    }

    /** Two requests an hour. */
    private void rateLimit() {
        harness.add(
                "rate-limit",
                RateLimitSpec.of(RateLimiterSpec.requests(Duration.ofHours(1), 2))
                        .withMaxWait(Duration.ZERO)
                        .chatMiddleware(harness.resources()));
    }

    private void assertNoneIsLeft() {
        int sent = models.asked().size();
        assertThat(sent).isEqualTo(2);

        assertThatThrownBy(() -> harness.chatHandler().call(Runners.request()))
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(RATE_LIMITED));

        assertThat(models.asked()).hasSize(sent);
    }

    @Test // TC-238, TC-239
    void numbersRequestsAndTellsHooksOfEachOnce() {
        Counting outside = new Counting();
        Counting inside = new Counting();
        harness.add("outside", ChatMiddleware.of(outside));
        harness.add(
                "retry",
                RetrySpec.defaults()
                        .withBackoff(new Backoff(Duration.ZERO, null, null))
                        .chatMiddleware(harness.resources()));
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("inside", ChatMiddleware.of(inside));
        models.fails(FIRST, Failures.of(NETWORK)).fails("backup", Failures.of(UNAVAILABLE));

        assertThatThrownBy(hedging::call).isNotNull();

        assertThat(outside.before).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(outside.after).isEqualTo(outside.before);
        assertThat(inside.before).isEqualTo(outside.before);
        assertThat(inside.after).isEqualTo(outside.before);
    }

    @Test
    void letsHedgesStandInsideEachOther() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        hedging.hedge(HedgeSpec.of(DELAY.dividedBy(2), "inner"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            throw Failures.of(NETWORK);
        });
        models.on("inner", attempt -> {
            throw Runners.hang(attempt);
        });
        models.answers("backup");

        assertThat(hedging.call().text()).isEqualTo("backup");
    }

    private static final class Counting implements RequestHook {

        private final List<Integer> before = Collections.synchronizedList(new ArrayList<>());
        private final List<Integer> after = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void reserve(Attempt<?> attempt) {
            before.add(attempt.number());
        }

        @Override
        public void after(Attempt<?> attempt, Outcome outcome) {
            after.add(attempt.number());
        }
    }
}
