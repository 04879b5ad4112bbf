package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.FakeTime;
import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunStragglerTests {

    /** Whoever waits is let go at once, after the time that is noted. */
    private static final class Impatient implements Time {

        private final FakeTime time = new FakeTime();
        private final List<Duration> waits = new ArrayList<>();

        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            time.sleep(duration);
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            waits.add(delay);
            task.run();
            return () -> {};
        }
    }

    private final Impatient time = new Impatient();
    private final ChainEnvironment environment = ChainEnvironment.defaults().withTime(time);

    @Test
    void waitsForNothingWhereNothingIsLeft() {
        Run run = Run.open(environment, spec -> {});
        run.straggler(time).run();

        run.close();

        assertThat(time.waits).isEmpty();
    }

    @Test // TC-248
    void waitsTwoSecondsOnceForWhatIsStuck() {
        Run run = Run.open(environment, spec -> {});
        run.straggler(time);
        run.straggler(time);

        run.close();
        run.close();

        assertThat(time.waits).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void doesNotWaitBeyondTheDeadline() {
        Run run = Run.open(environment, spec -> spec.deadline(Duration.ofSeconds(1)));
        run.straggler(time);

        run.close();

        assertThat(time.waits).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void waitsInTheOuterRunForWhatANestedOneLeft() {
        Run outer = Run.open(environment, spec -> {});
        Run inner = Run.open(environment, spec -> {});
        Runnable ended = inner.straggler(time);

        inner.close();
        ended.run();
        outer.close();

        assertThat(time.waits).hasSize(1);
    }

    @Test
    void keepsAnInterruptAndDoesNotWait() {
        FakeTime still = new FakeTime();
        Run run = Run.open(ChainEnvironment.defaults().withTime(still), spec -> {});
        run.straggler(still);
        Thread.currentThread().interrupt();

        run.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(still.pendingTimers()).isZero();
    }
}
