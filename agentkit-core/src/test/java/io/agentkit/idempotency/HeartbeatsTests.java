package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.idempotency.Heartbeats.Heartbeat;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HeartbeatsTests {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final FakeTime time = new FakeTime();
    private final AtomicInteger lost = new AtomicInteger();
    private final Heartbeats heartbeats = new Heartbeats(time, LEASE, Runnable::run);

    @Test
    void endWhenSomebodyElseHasTheCall() {
        heartbeats.begin(() -> false, lost::incrementAndGet);

        time.advance(LEASE);
        assertThat(lost.get()).isEqualTo(1);
        assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void doNotTakeACallForLostThatWasMadeMeanwhile() {
        AtomicReference<Heartbeat> own = new AtomicReference<>();
        own.set(heartbeats.begin(
                () -> {
                    own.get().stop();
                    return false;
                },
                lost::incrementAndGet));

        time.advance(LEASE);
        assertThat(lost.get()).isZero();
    }
}
