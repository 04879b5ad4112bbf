package io.agentkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says is left of its own limits, beside an answer. Null where it says nothing. Immutable.
 *
 * @param requestsLeft requests that may be made until the reset
 * @param requestsReset until it allows all of them again
 * @param tokensLeft tokens that may be used until the reset
 * @param tokensReset until it allows all of them again
 */
public record ProviderLimits(
        @Nullable Long requestsLeft,
        @Nullable Duration requestsReset,
        @Nullable Long tokensLeft,
        @Nullable Duration tokensReset) {

    /** How long nothing more can be asked for, since requests or tokens are used up; null when something can. */
    public @Nullable Duration usedUpFor() {
        Duration requests = usedUp(requestsLeft) ? requestsReset : null;
        Duration tokens = usedUp(tokensLeft) ? tokensReset : null;
        if (requests == null || tokens == null) {
            return requests == null ? tokens : requests;
        }
        return requests.compareTo(tokens) > 0 ? requests : tokens;
    }

    private static boolean usedUp(@Nullable Long left) {
        return left != null && left <= 0;
    }
}
