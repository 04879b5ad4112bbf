package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetrySpecTests {

    @Test
    void hasItsDefaults() {
        assertThat(RetrySpec.defaults())
                .isEqualTo(new RetrySpec(
                        3,
                        new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10), 2.0),
                        null,
                        SideEffects.NEVER,
                        RetryAfterOverCap.FAIL,
                        null,
                        null));
    }

    @Test // TC-267, TC-295, TC-313
    void refusesFewerThanOneAttempt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySpec.defaults().withMaxAttempts(0))
                .withMessage("'maxAttempts' must be at least 1 (was 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySpec.defaults().withMaxAttempts(-5))
                .withMessage("'maxAttempts' must be at least 1 (was -5)");
    }

    @Test
    void namesThePredicateThatIsMissing() {
        Resources resources = ChainHarness.create().resources();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySpec.defaults().withRetryIf("mine").chatMiddleware(resources))
                .withMessage("there is no Predicate named 'mine'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySpec.defaults().withRetryIf(" "));
    }

    @Test
    void standsInBothKindsOfChain() {
        MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

        assertThat(catalog.find("retry")).containsExactly(RetrySpec.class);
        assertThat(catalog.names(CallKind.CHAT)).contains("retry");
        assertThat(catalog.names(CallKind.TOOL)).contains("retry");
    }
}
