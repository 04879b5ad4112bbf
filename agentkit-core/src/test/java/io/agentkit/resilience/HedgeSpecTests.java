package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HedgeSpecTests {

    @Test
    void followsTheModelWithinATenthOfRequestsByDefault() {
        assertThat(HedgeSpec.defaults())
                .isEqualTo(new HedgeSpec(List.of(), Duration.ofSeconds(10), 0.95, HedgeLaunch.STAGGERED, 0.1, null));
    }

    @Test
    void keepsADelayThatIsSetAndLimitsNothing() {
        HedgeSpec spec = HedgeSpec.of(Duration.ofSeconds(2), "backup");

        assertThat(spec.quantile()).isNull();
        assertThat(spec.maxExtraRequests()).isNull();
        assertThat(spec.maxExtraSpend()).isNull();
    }

    @Test
    void keepsTheShareThatIsSetWhateverTheDelay() {
        assertThat(HedgeSpec.of("backup").withMaxExtraRequests(1).maxExtraRequests())
                .isEqualTo(1.0);
        assertThat(HedgeSpec.of("backup").withQuantile(null).maxExtraRequests()).isEqualTo(0.1);
        assertThat(HedgeSpec.of(Duration.ofSeconds(2), "backup")
                        .withQuantile(0.9)
                        .maxExtraRequests())
                .isEqualTo(0.1);
        assertThat(HedgeSpec.of(Duration.ofSeconds(2), "backup")
                        .withMaxExtraRequests(1)
                        .withQuantile(0.9)
                        .maxExtraRequests())
                .isEqualTo(1.0);
    }

    @Test
    void refusesWhatCannotWork() {
        HedgeSpec spec = HedgeSpec.of("backup");

        refused(() -> spec.withBackups(List.of(" ")), "'backups' must name models (was ' ')");
        refused(() -> HedgeSpec.of("a", "a"), "'backups' must name each model once (was 'a')");
        refused(() -> spec.withDelay(Duration.ofMillis(-1)), "'delay' must not be negative (was PT-0.001S)");
        refused(() -> spec.withQuantile(1.0), "'quantile' must be above 0 and below 1 (was 1.0)");
        refused(() -> spec.withQuantile(Double.NaN), "'quantile' must be above 0 and below 1 (was NaN)");
        refused(() -> spec.withMaxExtraRequests(-0.1), "'maxExtraRequests' must be at least 0 and finite (was -0.1)");
        refused(
                () -> spec.withMaxExtraSpend(Double.POSITIVE_INFINITY),
                "'maxExtraSpend' must be at least 0 and finite (was Infinity)");
    }

    private static void refused(Runnable made, String message) {
        assertThatIllegalArgumentException().isThrownBy(made::run).withMessage(message);
    }
}
