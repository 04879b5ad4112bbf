package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * How one physical request ended.
 *
 * @param status whether and how
 * @param usage what it used: the provider's count, or an estimate that is marked as one; null when it used nothing that counts (refused
 *     before it was sent, or failed with nothing received)
 * @param usd the price of the usage; null when there is no usage or the model has no price
 * @param model the model that served it, else the one asked for; null when nobody said
 * @param reply what it returned; null unless it succeeded
 * @param error why it failed or was not sent; null when it succeeded
 */
public record Outcome(
        Status status,
        @Nullable Usage usage,
        @Nullable Money usd,
        @Nullable String model,
        @Nullable Object reply,
        @Nullable Throwable error) {

    /** The ways in which a request ends. */
    public enum Status {
        SUCCEEDED,
        FAILED,
        CANCELLED,
        /** Refused before it was sent. */
        NOT_SENT
    }

    static Outcome notSent(Throwable refusal) {
        return new Outcome(Status.NOT_SENT, null, null, null, null, refusal);
    }

    /** Whether the request counts as one that was made: it succeeded, or something of it is paid for. */
    public boolean isCounted() {
        return status == Status.SUCCEEDED || usage != null;
    }

    /** Whether usage and price are known to the last token. */
    public boolean isExact() {
        return usage == null || (usd != null && !usage.estimated());
    }
}
