package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * Carries runs through the streams of one reactive library. Found by the service loader. Thread-safe.
 */
@FunctionalInterface
public interface RunCarrier {

    /**
     * Has everything that happens in the stream happen in the frame's run.
     *
     * @return a stream of the same kind; null when this carrier does not know the stream's library
     */
    @Nullable
    Object carry(Object publisher, RunFrame frame);
}
