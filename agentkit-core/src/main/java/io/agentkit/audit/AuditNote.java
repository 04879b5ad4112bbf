package io.agentkit.audit;

import java.time.Instant;
import java.util.Objects;

/**
 * What a store says of itself in its own chain.
 *
 * @param kind what happened
 * @param at when
 * @param number the last entry that it is about, by its place in the chain; 0 for none
 * @param hash of that entry; empty for none
 */
public record AuditNote(Kind kind, Instant at, long number, String hash) implements AuditEntry {

    /** What stores note. */
    public enum Kind {
        /** Calls up to the entry that have no outcome are told of once more before this, so that nobody has to look further back for them. */
        REPEATED,
        /** What stood behind the entry was not whole, left by a process or a machine that stopped, and was taken away. */
        RECOVERED,
        /** What stood behind the entry is damaged; it was left as it is, and the chain goes on without it. */
        DAMAGED,
        /** The entry and all before it were removed because they were old. */
        REMOVED
    }

    public AuditNote {
        Objects.requireNonNull(kind, "'kind' must not be null");
        Objects.requireNonNull(at, "'at' must not be null");
        Objects.requireNonNull(hash, "'hash' must not be null");
    }

    @Override
    public boolean isAwaited() {
        return true;
    }
}
