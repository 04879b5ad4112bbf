package io.agentkit.testserver;

import org.jspecify.annotations.Nullable;

/**
 * One misbehaviour in the middle of an answer.
 *
 * @param kind what goes wrong
 * @param after how many deltas are written before
 * @param gate what a stall waits for
 * @param failure what an error event says
 */
record Fault(Kind kind, int after, @Nullable Gate gate, Body.@Nullable Failure failure) {

    enum Kind {
        STALL,
        CUT,
        END,
        ERROR,
        MALFORMED
    }

    Fault {
        if (after < 0) {
            throw new IllegalArgumentException("'after' must be at least 0 (was " + after + ")");
        }
    }
}
