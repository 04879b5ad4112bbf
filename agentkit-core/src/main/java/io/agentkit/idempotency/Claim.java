package io.agentkit.idempotency;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a store says to somebody who wants to make a call. */
public sealed interface Claim {

    /** It is theirs: nobody else makes it as long as they hold it. */
    record Held() implements Claim {}

    /** Somebody else is making it now. */
    record Busy() implements Claim {}

    /**
     * It was made.
     *
     * @param result what came of it; null when that was not kept
     */
    record Done(@Nullable String result) implements Claim {}

    /** Somebody began to make it and nobody knows how that ended. */
    record Unknown(UnknownOutcome outcome) implements Claim {

        public Unknown {
            Objects.requireNonNull(outcome, "'outcome' must not be null");
        }
    }

    /** The key belongs to a call with other arguments. */
    record Conflict() implements Claim {}
}
