package io.agentkit.price;

import io.agentkit.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One imported catalogue: reads it, keeps the last good one in memory and on disk, and looks for changes from time to time. A source that
 * is down or broken changes nothing. Thread-safe; only one look at a time.
 */
final class CatalogueImport {

    private static final Logger log = LoggerFactory.getLogger(CatalogueImport.class);

    private static final Duration FIRST_RETRY = Duration.ofMinutes(1);

    private static final int MOST_DOUBLINGS = 10;

    /** A tenth of the interval at most, so that not all processes look at the same moment. */
    private static final double JITTER = 0.1;

    /** What is in use. */
    record Loaded(Catalogue catalogue, Instant asOf) {}

    private final CatalogueSpec spec;
    private final Time time;
    private final RandomGenerator random;
    private final CatalogueSource source;
    private final CatalogueCopy copy;
    private final Runnable changed;
    private volatile @Nullable Loaded loaded;
    private volatile int failures;
    private volatile @Nullable String lastFailure;
    private Fetched.@Nullable Version version;
    private boolean copyWorks = true;
    private boolean stopped;

    /** @param changed is run after the catalogue was replaced or confirmed */
    CatalogueImport(CatalogueSpec spec, Time time, RandomGenerator random, Runnable changed) {
        this.spec = spec;
        this.time = time;
        this.random = random;
        this.changed = changed;
        this.source = spec.isAddress()
                ? new CatalogueDownload(spec.address(), spec.timeout(), spec.maxBytes(), time)
                : new CatalogueFile(Path.of(spec.from()), spec.maxBytes());
        Path kept = spec.copy() == null ? CatalogueCopy.usual(spec.from()) : Path.of(spec.copy());
        this.copy = new CatalogueCopy(kept, spec.maxBytes());
    }

    @Nullable
    Loaded loaded() {
        return loaded;
    }

    CatalogueStatus status() {
        Loaded now = loaded;
        return new CatalogueStatus(
                spec.name(),
                now == null ? null : now.catalogue().format(),
                now == null ? null : now.asOf(),
                now == null ? 0 : now.catalogue().priced(),
                now == null ? 0 : now.catalogue().unpriced(),
                now == null ? 0 : now.catalogue().skipped(),
                failures,
                lastFailure);
    }

    /** Takes the copy on disk, if there is one. */
    synchronized void restore() {
        try {
            CatalogueCopy.Kept kept = copy.read();
            if (kept != null) {
                loaded = new Loaded(CatalogueReader.read(spec.name(), kept.body(), Map.of()), kept.asOf());
                version = kept.version();
                changed.run();
            }
        } catch (IOException | RuntimeException unusable) {
            log.warn("The kept copy of the prices of {} is not used: {}", spec.name(), reason(unusable));
        }
    }

    /** Looks once. Never throws. */
    synchronized void look() {
        if (stopped) {
            return;
        }
        try {
            Fetched fetched = source.fetch(version);
            byte[] body = fetched.body();
            Loaded before = loaded;
            if (body != null) {
                replace(body, fetched.version(), before);
            } else if (before != null) {
                confirm(before);
            }
            if (failures > 0) {
                log.info("The prices of {} can be had again", spec.name());
            }
            failures = 0;
            lastFailure = null;
            changed.run();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failure) {
            failed(reason(failure));
        }
    }

    /** Waits for a look that is under way, which an interrupt ends; later ones do nothing. */
    synchronized void stop() {
        stopped = true;
    }

    private void replace(byte[] body, Fetched.@Nullable Version newVersion, @Nullable Loaded before)
            throws CatalogueException {
        Catalogue old = before == null ? null : before.catalogue();
        Catalogue read = CatalogueReader.read(
                spec.name(), body, old == null ? Map.of() : old.prices().entries());
        if (old != null && read.priced() < old.priced() / 2) {
            throw new CatalogueException("it has lost more than half of its prices");
        }
        Instant now = time.now();
        loaded = new Loaded(read, now);
        version = newVersion;
        log.info(
                "Prices of {} models read from {} ({}); {} entries have none, {} could not be read",
                read.priced(),
                spec.name(),
                read.format(),
                read.unpriced(),
                read.skipped());
        keep(() -> copy.write(body, newVersion, now));
    }

    private void confirm(Loaded before) {
        Instant now = time.now();
        loaded = new Loaded(before.catalogue(), now);
        keep(() -> copy.confirm(now));
    }

    private interface Writing {

        void run() throws IOException;
    }

    /** A copy that cannot be written is no reason to do without the prices. */
    private void keep(Writing writing) {
        try {
            writing.run();
            copyWorks = true;
        } catch (IOException | RuntimeException unwritable) {
            if (copyWorks) {
                log.warn("No copy of the prices of {} is kept: {}", spec.name(), reason(unwritable));
            }
            copyWorks = false;
        }
    }

    private void failed(String reason) {
        Loaded now = loaded;
        if (!reason.equals(lastFailure)) {
            log.warn(
                    "The prices of {} could not be refreshed: {}; {}",
                    spec.name(),
                    reason,
                    now == null ? "there are none from it yet" : "those of " + now.asOf() + " stay in use");
        }
        int before = failures;
        failures = before + 1;
        lastFailure = reason;
    }

    /** Never the text of what was read, which others wrote. */
    private static String reason(Exception failure) {
        String own = failure instanceof CatalogueException ? failure.getMessage() : null;
        return own == null ? failure.getClass().getSimpleName() : own;
    }

    /** How long until the next look: the interval, or less after failures, and some of it by chance. */
    Duration pause() {
        Duration base = spec.refresh();
        if (failures > 0) {
            Duration retry = FIRST_RETRY.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
            base = retry.compareTo(base) < 0 ? retry : base;
        }
        return base.plusMillis((long) (base.toMillis() * JITTER * random.nextDouble()));
    }
}
