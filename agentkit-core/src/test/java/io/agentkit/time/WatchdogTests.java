package io.agentkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchdogTests {

    private static final int SECONDS = 20;

    private final Time time = Time.system();

    @Test
    void runsWhatIsDueOnce() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        Time.Timer timer = time.watch(Duration.ofNanos(1), () -> {
            runs.incrementAndGet();
            ran.countDown();
        });

        assertThat(ran.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        timer.cancel();

        assertThat(runs).hasValue(1);
    }

    @Test
    void doesNotRunWhatWasTakenBack() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch later = new CountDownLatch(1);
        Time.Timer early = time.watch(Duration.ofMillis(20), runs::incrementAndGet);

        early.cancel();
        early.cancel();
        time.watch(Duration.ofMillis(40), later::countDown);

        assertThat(later.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(0);
    }

    @Test
    void watchesMoreThanOneRowHolds() throws InterruptedException {
        int count = 5_000;
        CountDownLatch ran = new CountDownLatch(count / 2);
        List<Time.Timer> timers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            timers.add(time.watch(i % 2 == 0 ? Duration.ofMillis(1) : Duration.ofDays(1), ran::countDown));
        }

        assertThat(ran.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        timers.forEach(Time.Timer::cancel);
    }

    @Test
    void goesOnAfterATaskThatThrows() throws InterruptedException {
        time.watch(Duration.ZERO, () -> {
            throw new IllegalStateException("broken on purpose, for a test");
        });

        passesATick();
    }

    @Test
    void takesAWaitWithoutEnd() {
        time.watch(Duration.ofSeconds(Long.MAX_VALUE), () -> {
                    throw new AssertionError("due already");
                })
                .cancel();
    }

    private void passesATick() throws InterruptedException {
        CountDownLatch tick = new CountDownLatch(1);
        time.watch(Duration.ZERO, tick::countDown);
        assertThat(tick.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
