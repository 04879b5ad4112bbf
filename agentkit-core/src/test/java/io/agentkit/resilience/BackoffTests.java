package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BackoffTests {

    @Test
    void growsFromTheBaseToTheCap() {
        Backoff backoff = Backoff.defaults();

        assertThat(backoff.ceiling(1)).isEqualTo(Duration.ofMillis(200));
        assertThat(backoff.ceiling(2)).isEqualTo(Duration.ofMillis(400));
        assertThat(backoff.ceiling(6)).isEqualTo(Duration.ofMillis(6400));
        assertThat(backoff.ceiling(7)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void neverOverflows() {
        assertThat(Backoff.defaults().ceiling(1025)).isEqualTo(Duration.ofSeconds(10));
        assertThat(Backoff.defaults().ceiling(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(10));
        assertThat(new Backoff(Duration.ofDays(200_000), Duration.ofDays(400_000), 2.0).ceiling(2))
                .isPositive();
        assertThat(new Backoff(Duration.ZERO, null, null).ceiling(5000)).isZero();
    }

    @Property
    void jitterIsFull(
            @ForAll @LongRange(min = 0, max = 60_000) long base,
            @ForAll @LongRange(min = 0, max = 60_000) long max,
            @ForAll @DoubleRange(min = 1, max = 1e9) double multiplier,
            @ForAll @IntRange(min = 1) int attempt,
            @ForAll long seed) {
        Backoff backoff = new Backoff(Duration.ofMillis(base), Duration.ofMillis(max), multiplier);

        Duration ceiling = backoff.ceiling(attempt);
        Duration delay = backoff.delay(attempt, new Random(seed));

        assertThat(ceiling).isBetween(Duration.ZERO, Duration.ofMillis(max));
        assertThat(delay.isNegative()).isFalse();
        assertThat(delay.isZero() || delay.compareTo(ceiling) < 0).isTrue();
    }

    @Test // TC-313
    void refusesSettingsThatCannotWork() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofMillis(-1), null, null))
                .withMessage("'backoff.base' must not be negative (was PT-0.001S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(null, Duration.ofMillis(-1), null))
                .withMessage("'backoff.max' must not be negative (was PT-0.001S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(null, null, 0.0))
                .withMessage("'backoff.multiplier' must be at least 1 and finite (was 0.0)");
        assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(null, null, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(null, null, Double.POSITIVE_INFINITY));
    }
}
