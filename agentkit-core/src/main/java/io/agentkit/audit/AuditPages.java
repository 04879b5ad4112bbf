package io.agentkit.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills a page from records that come newest first. Not thread-safe. */
final class AuditPages {

    private final AuditFilter filter;
    private final OpenCalls open;
    private final long before;
    private final int size;
    private final List<AuditRecord> found = new ArrayList<>();
    private boolean more;

    /** @throws IllegalArgumentException when the size is less than 1, or there never was such a page */
    AuditPages(AuditFilter filter, OpenCalls open, @Nullable String before, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("'size' must be at least 1 (was %d)".formatted(size));
        }
        this.filter = filter;
        this.open = open;
        this.before = before == null ? Long.MAX_VALUE : number(before);
        this.size = size;
    }

    private static long number(String before) {
        try {
            return Long.parseLong(before);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("'before' must be the 'next' of an earlier page", malformed);
        }
    }

    /** Records from this place on are not wanted. */
    long before() {
        return before;
    }

    /** Takes the next record; whether it wants another one. */
    boolean take(AuditRecord record) {
        if (record.number() < before && open.isListed(record) && filter.fits(record)) {
            if (found.size() == size) {
                more = true;
                return false;
            }
            found.add(record);
        }
        return record.number() > 1;
    }

    AuditPage page() {
        return new AuditPage(found, more ? Long.toString(found.get(size - 1).number()) : null);
    }
}
