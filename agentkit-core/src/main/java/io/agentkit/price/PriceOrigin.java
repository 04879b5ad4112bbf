package io.agentkit.price;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a model's price comes from.
 *
 * @param source what the list is called: {@code configuration}, {@code built-in}, or where a catalogue was read from
 * @param entry the list's own name for the model; null where it has none
 * @param asOf how old the list is: when it was read or last found unchanged, or the day of its figures; null when that is not known, as
 *     for prices of the application's own
 */
public record PriceOrigin(
        String source, @Nullable String entry, @Nullable Instant asOf) {}
