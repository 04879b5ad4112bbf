package io.agentkit.idempotency;

import java.util.Objects;

/**
 * Decides about a call that is made again when nobody knows whether the tool has acted the first time: by asking the other side, or a person.
 * May wait as long as the call has time. Thread-safe. What it throws goes to the caller, and the outcome stays unknown.
 */
@FunctionalInterface
public interface OutcomeDecider {

    /** @return never null */
    Decision decide(UnknownOutcome outcome);

    /** What is to be done. */
    sealed interface Decision {

        /** The tool has not acted: call it. */
        static Decision run() {
            return new Run();
        }

        /** The tool has acted, and this came of it: the call gets it. */
        static Decision happened(String result) {
            return new Happened(result);
        }

        /** Still unknown: the call fails. */
        static Decision refuse() {
            return new Refuse();
        }
    }

    /** See {@link Decision#run()}. */
    record Run() implements Decision {}

    /** See {@link Decision#happened}. */
    record Happened(String result) implements Decision {

        public Happened {
            Objects.requireNonNull(result, "'result' must not be null");
        }
    }

    /** See {@link Decision#refuse()}. */
    record Refuse() implements Decision {}
}
