package io.agentkit.price;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an imported catalogue stands.
 *
 * @param from where it comes from, without secrets
 * @param format {@code litellm} or {@code genai-prices}; null before the first good one
 * @param asOf when it was read or last found unchanged; null before the first good one
 * @param models how many entries have a price
 * @param unpriced how many entries name no price
 * @param skipped how many entries made no sense and were left out
 * @param failures how often in a row it could not be had since
 * @param lastFailure why the last look failed; null when it did not
 */
public record CatalogueStatus(
        String from,
        @Nullable String format,
        @Nullable Instant asOf,
        int models,
        int unpriced,
        int skipped,
        int failures,
        @Nullable String lastFailure) {

    /** Whether the last look was good. */
    public boolean isFresh() {
        return asOf != null && failures == 0;
    }
}
