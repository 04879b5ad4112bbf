package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * How one physical request ended. Does not change any more once hooks are told of it, but for the usage and its price when the provider's
 * own count comes while the call goes on.
 */
public sealed interface Outcome permits Attempt {

    /** The ways in which a request ends. */
    enum Status {
        SUCCEEDED,
        FAILED,
        CANCELLED,
        /** Refused before it was sent. */
        NOT_SENT
    }

    /** Whether and how it ended; {@code SUCCEEDED} while it is under way. */
    Status status();

    /**
     * What it used: the provider's count, or an estimate that is marked as one; null when it used nothing that counts (refused before it
     * was sent, or failed with nothing received).
     */
    @Nullable
    Usage usage();

    /** The price of the usage; null when there is no usage or the model has no price. */
    @Nullable
    Money usd();

    /** What models have spent so far that were called inside the tool; nothing for a request to a model. */
    RunSpend nested();

    /** The model that served it, else the one asked for; null when nobody said. */
    @Nullable
    String model();

    /** What the provider said is left of its own limits; null when it said nothing. */
    @Nullable
    ProviderLimits limits();

    /** What it returned; null unless it succeeded. */
    @Nullable
    Object reply();

    /** Why it failed or was not sent; null when it succeeded. */
    @Nullable
    Throwable error();

    /** Whether the request counts as one that was made: it succeeded, or something of it is paid for. */
    default boolean isCounted() {
        return status() == Status.SUCCEEDED || usage() != null;
    }

    /** Whether usage and price are known to the last token. */
    default boolean isExact() {
        Usage used = usage();
        return used == null || (usd() != null && !used.estimated());
    }
}
