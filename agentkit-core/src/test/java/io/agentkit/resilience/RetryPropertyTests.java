package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.ErrorKind;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RetryPropertyTests {

    @Property(tries = 300)
    void neverMakesMoreAttemptsThanAllowedAndWaitsLessThanTheCeiling(
            @ForAll @IntRange(min = 1, max = 12) int maxAttempts,
            @ForAll @Size(max = 15) List<ErrorKind> failures,
            @ForAll long seed) {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withRandom(new Random(seed)));
        RetrySpec spec = RetrySpec.defaults().withMaxAttempts(maxAttempts);
        harness.add("retry", spec.chatMiddleware(harness.resources()));
        failures.forEach(kind -> harness.model.fail(Failures.of(kind)));
        harness.model.reply("hello");

        Throwable thrown = catchThrowable(() -> harness.chat("hi"));

        long needed = failures.stream().takeWhile(ErrorKind::isRetried).count() + 1;
        assertThat(harness.model.calls()).isEqualTo((int) Math.min(maxAttempts, needed));
        assertThat(thrown == null).isEqualTo(harness.model.calls() > failures.size());
        List<Duration> waits = harness.time.sleeps();
        assertThat(waits).hasSize(harness.model.calls() - 1);
        for (int i = 0; i < waits.size(); i++) {
            assertThat(waits.get(i))
                    .isGreaterThanOrEqualTo(Duration.ZERO)
                    .isLessThan(spec.backoff().ceiling(i + 1));
        }
    }
}
