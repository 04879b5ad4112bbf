package io.agentkit.store;

import org.jspecify.annotations.Nullable;

/**
 * Keeps audit records in the order they came. Thread-safe. Every method may throw when the store cannot be reached.
 */
public interface AuditStore {

    /** Keeps one more record; it can be read once this returns. */
    void append(AuditRecord record);

    /** The record; null when there is none, or not any more. */
    @Nullable
    AuditRecord find(String id);

    /**
     * Records that fit, newest first.
     *
     * @param before {@link AuditPage#next()} of an earlier page; null for the newest. One that is not known any more gives an empty page.
     * @param size most records of the page, at least 1
     */
    AuditPage find(AuditFilter filter, @Nullable String before, int size);
}
