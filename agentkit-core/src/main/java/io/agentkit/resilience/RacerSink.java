package io.agentkit.resilience;

import io.agentkit.DeltaSink;
import io.agentkit.chat.Delta;

/** Lets the deltas of one racer pass once it may show them. Called by one thread at a time. */
final class RacerSink implements DeltaSink {

    private final Racer racer;
    private final DeltaSink outer;
    private boolean begun;
    private boolean stopped;

    RacerSink(Racer racer, DeltaSink outer) {
        this.racer = racer;
        this.outer = outer;
    }

    @Override
    public void delta(Delta delta) {
        if (!begun) {
            begun = true;
            stopped = !racer.shows();
        }
        if (!stopped) {
            outer.delta(delta);
        }
    }

    @Override
    public void restarted(Throwable cause) {
        if (!stopped) {
            outer.restarted(cause);
        }
    }

    @Override
    public void end() {
        if (!stopped) {
            outer.end();
        }
    }
}
