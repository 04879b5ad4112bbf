package io.agentkit.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is kept is what was written.
 *
 * @param chains one for each writer of the store
 */
public record AuditVerification(List<ChainState> chains) {

    public AuditVerification {
        chains = List.copyOf(chains);
    }

    /** Whether every chain is. */
    public boolean isIntact() {
        return chains.stream().allMatch(ChainState::isIntact);
    }

    /**
     * A chain as it was found. Keep {@code head} and {@code headHash} elsewhere now and then: entries that were cut off at the end, and a
     * chain that was written anew as a whole, can be told by nothing else.
     *
     * @param name whose it is; empty for the only one
     * @param entries how many were read and found right
     * @param first place of the oldest entry; 0 when there is none
     * @param head place of the newest entry; 0 when there is none
     * @param headHash its hash
     * @param broken where the chain breaks and how; null when it does not
     * @param unfinished where the last entry is not whole, being written or cut short by a machine that stopped; null when it is
     */
    public record ChainState(
            String name,
            long entries,
            long first,
            long head,
            String headHash,
            @Nullable String broken,
            @Nullable String unfinished) {

        public boolean isIntact() {
            return broken == null;
        }
    }
}
