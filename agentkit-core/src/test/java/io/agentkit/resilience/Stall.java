package io.agentkit.resilience;

import io.agentkit.test.ChainHarness;
import java.time.Duration;

/** An endpoint that takes its time, on the clock of the harness. */
final class Stall {

    private Stall() {}

    /** Blocks so long, as a client that can be interrupted does. */
    static void block(ChainHarness harness, Duration duration) {
        harness.time.advance(duration);
        if (Thread.interrupted()) {
            Failures.sneaky(new InterruptedException());
        }
    }

    /** Blocks so long, as a client that pays no attention to interrupts does; the flag stays. */
    static void blockDeaf(ChainHarness harness, Duration duration) {
        harness.time.advance(duration);
    }
}
