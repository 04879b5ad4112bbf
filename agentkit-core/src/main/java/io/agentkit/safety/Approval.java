package io.agentkit.safety;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the approval of one call stands. Immutable: a picture of the moment.
 *
 * @param request what somebody has to agree with
 * @param state how it stands
 * @param waiting how many threads wait for it; with none, whoever asked has to come again
 * @param requestedAt when it was asked for
 * @param expiresAt when it is over: for a pending one, when nobody can decide it any more; for a decided one, until when that counts
 * @param decidedBy who decided; null when nobody has
 * @param reason what they said; null when nobody has decided, may be empty
 * @param decidedAt when; null when nobody has
 */
public record Approval(
        ApprovalRequest request,
        ApprovalState state,
        int waiting,
        Instant requestedAt,
        Instant expiresAt,
        @Nullable String decidedBy,
        @Nullable String reason,
        @Nullable Instant decidedAt) {

    public String id() {
        return request.id();
    }
}
