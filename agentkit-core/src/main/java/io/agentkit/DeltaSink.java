package io.agentkit;

import io.agentkit.chat.Delta;

/**
 * Where deltas go on their way out. A middleware that wants to see or change them wraps it with {@link Call#withSink}. Called by one thread
 * at a time.
 */
public interface DeltaSink {

    void delta(Delta delta);

    /** The consumer has to forget what it was shown: another request takes over. Passes through every wrapper. */
    void restarted(Throwable cause);

    /** The request that is shown is over; a wrapper that held something back passes it on now. More may follow after a restart. */
    void end();
}
