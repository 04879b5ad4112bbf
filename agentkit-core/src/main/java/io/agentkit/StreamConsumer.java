package io.agentkit;

import io.agentkit.chat.Delta;

/**
 * Who a call streams to. Called by one thread at a time, never after the call has returned. The end and the failure are the return and the
 * exception of the call itself.
 */
@FunctionalInterface
public interface StreamConsumer {

    void delta(Delta delta);

    /** In restart mode: forget what was shown, the answer starts again. */
    default void restarted(Throwable cause) {}

    /** Whether it takes deltas as fast as they come. When not, it is given the means to ask for more. */
    default boolean isUnbounded() {
        return true;
    }

    /** For consumers that are not unbounded: whom to ask for more from now on. Nothing was asked of it yet beyond the first deltas. */
    default void upstream(Demand demand) {}
}
