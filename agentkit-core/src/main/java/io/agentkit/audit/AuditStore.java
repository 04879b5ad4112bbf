package io.agentkit.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps entries in the order they came, each chained to the one before. Thread-safe. Every method may throw when the store cannot be
 * reached.
 */
public interface AuditStore {

    /**
     * Keeps one more entry. When this returns, an {@link AuditEntry#isAwaited() awaited} entry is as safe as the store can make it; another
     * one has been taken over, and is kept a moment later.
     */
    void append(AuditEntry entry);

    /** All entries of one pass of a call, oldest first; empty when there are none, or not any more. */
    List<AuditRecord> find(String id);

    /**
     * Records that fit, newest first: outcomes, and what was begun and has no outcome.
     *
     * @param before {@link AuditPage#next()} of an earlier page; null for the newest. One that is not known any more gives an empty page.
     * @param size most records of the page, at least 1
     * @throws IllegalArgumentException when {@code before} is nothing that a page of this store can have given, or the size is less than 1
     */
    AuditPage find(AuditFilter filter, @Nullable String before, int size);

    /** Reads all that is kept and says whether each chain is whole. */
    AuditVerification verify();
}
