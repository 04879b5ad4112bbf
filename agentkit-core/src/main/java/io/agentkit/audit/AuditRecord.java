package io.agentkit.audit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry in its place in a chain. Immutable.
 *
 * @param number its place, from 1
 * @param previous hash of the entry before it; 64 zeros for the first
 * @param hash SHA-256 in hexadecimal over all that the entry says, its place and {@code previous} included
 * @param entry what was kept
 */
public record AuditRecord(long number, String previous, String hash, AuditEntry entry) {

    /** What the first entry of a chain has before it. */
    public static final String NOTHING = "0".repeat(64);

    public AuditRecord {
        Objects.requireNonNull(previous, "'previous' must not be null");
        Objects.requireNonNull(hash, "'hash' must not be null");
        Objects.requireNonNull(entry, "'entry' must not be null");
    }

    /** The call it is about; null for a note of the store. */
    public @Nullable AuditCall call() {
        if (entry instanceof AuditStarted started) {
            return started.call();
        }
        return entry instanceof AuditOutcome outcome ? outcome.call() : null;
    }

    /** What became of the call, as far as this entry knows. */
    public AuditDecision decision() {
        return entry instanceof AuditOutcome outcome ? outcome.decision() : AuditDecision.UNKNOWN;
    }

    /** Whether it is about this pass of a call. */
    boolean isOf(String id) {
        AuditCall call = call();
        return call != null && call.id().equals(id);
    }
}
