package io.agentkit.cache;

import io.agentkit.CallKind;
import io.agentkit.Event;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A call got an answer that an earlier one, or one at the same time, was given.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param kind what the chain is around
 * @param target the tool or model; null when nobody said
 * @param how where the answer comes from
 * @param usage the tokens that the answer took when it was new, and that this call has saved; null when nobody said, and for tools
 * @param savedUsd what it has cost then; null when that is not known, and for tools
 */
public record CacheHit(
        String callId,
        String chain,
        CallKind kind,
        @Nullable String target,
        How how,
        @Nullable Usage usage,
        @Nullable Money savedUsd)
        implements Event {

    /** Where answers come from. */
    public enum How {
        /** It was among those that are kept. */
        FOUND,
        /** A call under way was waited for. */
        WAITED,
        /** Its time was over, and nobody could be asked for another one. */
        STALE
    }

    /** Whether the call waited for one under way. */
    public boolean waited() {
        return how == How.WAITED;
    }

    @Override
    public String name() {
        return "cache.hit";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}
