package io.agentkit.store;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one key has used of a budget, read in one step.
 *
 * @param key whose share of which budget
 * @param windowStart since when; null without windows
 * @param windowEnd when it starts anew; null without windows
 * @param spent used, by requests that ended
 * @param reserved held for requests that are under way
 * @param refusals requests refused in this window
 */
public record BudgetState(
        BudgetKey key,
        @Nullable Instant windowStart,
        @Nullable Instant windowEnd,
        BudgetAmounts spent,
        BudgetAmounts reserved,
        long refusals) {

    public BudgetState {
        Objects.requireNonNull(key, "'key' must not be null");
        Objects.requireNonNull(spent, "'spent' must not be null");
        Objects.requireNonNull(reserved, "'reserved' must not be null");
    }
}
