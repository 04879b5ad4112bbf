package io.agentkit;

import org.jspecify.annotations.Nullable;

/**
 * Knows the exceptions of one library. Thread-safe. A bridge adds one for each client it knows; {@link ProviderErrors} and
 * {@link RetryAfter} turn what such an exception carries into a {@link Failure}.
 */
@FunctionalInterface
public interface ErrorReader {

    /**
     * What the exception means, looking at itself and not at its causes, which are asked about one by one.
     *
     * @return null when the exception is none that this reader knows; a failure of kind {@link ErrorKind#UNKNOWN} when it is one that says
     *     nothing, and the causes may say more
     */
    @Nullable
    Failure read(Throwable error);
}
