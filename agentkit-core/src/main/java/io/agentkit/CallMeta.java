package io.agentkit;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What inner middlewares write and outer ones read about a call. The same for every copy of one call; thread-safe. It only accumulates:
 * what describes an answer rides on the reply, so that a request which ends late cannot overwrite it.
 */
public sealed interface CallMeta permits Turn {

    /** Physical requests so far, those that were refused before they were sent included. */
    int requests();

    /** When it was made, on the clock of {@link io.agentkit.time.Time#nanoTime()}; 0 when nobody listens to events. */
    long started();

    /** When a streaming consumer was shown the first text, on the clock of {@link io.agentkit.time.Time#nanoTime()}; null before that. */
    @Nullable
    Long firstText();

    /** How many times the inner part was tried, the first included; 1 when nobody tries again. */
    int attempts();

    /** For middlewares that try again: the number of the attempt that starts now, from 1. A lower number than before is ignored. */
    void attempt(int number);

    /** The value; null when nobody wrote one. */
    <T> @Nullable T get(Attribute<T> attribute);

    <T> void put(Attribute<T> attribute, T value);

    /** The value; where nobody wrote one, the one that is made now. Of several threads that ask at once one makes it. */
    <T> T computeIfAbsent(Attribute<T> attribute, Supplier<T> value);
}
