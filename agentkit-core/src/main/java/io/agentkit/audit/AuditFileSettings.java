package io.agentkit.audit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a trail is kept in files.
 *
 * @param sync when it has to be on the disk; always by default
 * @param syncInterval for {@link AuditSync#INTERVAL}; 1 second by default
 * @param rotateBytes a file that has grown to this is put aside and a new one begun; at least 4,096, 16 MiB by default
 * @param rotateAfter so is a file that is older; 1 day by default where {@code keep} is set, else not at all
 * @param keep files that were put aside are removed when all their entries are older; never by default
 */
public record AuditFileSettings(
        @Nullable AuditSync sync,
        @Nullable Duration syncInterval,
        @Nullable Long rotateBytes,
        @Nullable Duration rotateAfter,
        @Nullable Duration keep) {

    private static final long SMALLEST = 4_096;

    private static final long USUAL = 16L << 20;

    /** @throws IllegalArgumentException when a setting is out of its bounds */
    public AuditFileSettings {
        if (syncInterval != null && sync != AuditSync.INTERVAL) {
            throw new IllegalArgumentException("'syncInterval' is for 'sync: interval'");
        }
        sync = sync == null ? AuditSync.ALWAYS : sync;
        syncInterval = positive("syncInterval", syncInterval == null ? Duration.ofSeconds(1) : syncInterval);
        rotateBytes = rotateBytes == null ? USUAL : rotateBytes;
        if (rotateBytes < SMALLEST) {
            throw new IllegalArgumentException(
                    "'rotateBytes' must be at least %d (was %d)".formatted(SMALLEST, rotateBytes));
        }
        keep = keep == null ? null : positive("keep", keep);
        rotateAfter = rotateAfter != null
                ? positive("rotateAfter", rotateAfter)
                : keep == null ? null : keep.compareTo(Duration.ofDays(1)) < 0 ? keep : Duration.ofDays(1);
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("'%s' must be more than zero (was %s)".formatted(name, value));
        }
        return value;
    }

    public static AuditFileSettings defaults() {
        return new AuditFileSettings(null, null, null, null, null);
    }

    public AuditFileSettings withSync(AuditSync value) {
        return new AuditFileSettings(
                value, value == AuditSync.INTERVAL ? syncInterval : null, rotateBytes, rotateAfter, keep);
    }

    public AuditFileSettings withRotateBytes(long value) {
        return new AuditFileSettings(sync, sync == AuditSync.INTERVAL ? syncInterval : null, value, rotateAfter, keep);
    }

    public AuditFileSettings withKeep(Duration value) {
        return new AuditFileSettings(
                sync, sync == AuditSync.INTERVAL ? syncInterval : null, rotateBytes, rotateAfter, value);
    }
}
