package io.agentkit.resilience;

import io.agentkit.ChatMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Asks a second model when the first is slow: what succeeds first is the answer, the others are cancelled. Until the delay has passed a call
 * stays on its thread and costs no more than one request; a failure starts what has not started yet at once. A backup may start 10 ms late.
 * What lost a race is charged like any other request. Requests with tools that the provider runs, or in a conversation that it keeps, go to
 * their own model alone. A stream is decided by the first part of an answer, unless its consumer understands a restart. Immutable.
 *
 * @param backups models to ask besides the request's own, in order: each the name of a model's bean (or endpoint), that and a model behind a
 *     colon, or a model; without any the call passes through
 * @param delay how long the model may take until its first text, or its whole answer where nobody streams, before a backup is asked; at
 *     least 0, which asks all at once; with a quantile it counts until 20 answers were seen; 10 s by default
 * @param quantile has the delay follow each model: this quantile of its last 500 to 1,000 times; above 0 and below 1; 0.95 by default where
 *     no delay is set
 * @param launch how backups start while nobody has failed; staggered by default
 * @param maxExtraRequests the most requests to backups for each call, as a share over the last 1,000 to 2,000 calls, though always one; at
 *     least 0, and as many as there are backups limit nothing; what replaces a model that failed is not counted; 0.1 by default where the
 *     delay follows the model, else no limit
 * @param maxExtraSpend the most that requests which lost may cost, as a share of what the others cost over the last 1,000 to 2,000 calls; at
 *     least 0; a model without a price is no backup then; no limit by default
 */
@ConfigurationPropertiesSource
public record HedgeSpec(
        List<String> backups,
        Duration delay,
        @Nullable Double quantile,
        HedgeLaunch launch,
        @Nullable Double maxExtraRequests,
        @Nullable Double maxExtraSpend)
        implements ChatSpec {

    private static final double DEFAULT_QUANTILE = 0.95;

    private static final double DEFAULT_EXTRA_REQUESTS = 0.1;

    public HedgeSpec(
            @Nullable List<String> backups,
            @Nullable Duration delay,
            @Nullable Double quantile,
            @Nullable HedgeLaunch launch,
            @Nullable Double maxExtraRequests,
            @Nullable Double maxExtraSpend) {
        this.backups = backups == null ? List.of() : List.copyOf(backups);
        this.delay = Objects.requireNonNullElse(delay, Duration.ofSeconds(10));
        this.quantile = quantile == null && delay == null ? (Double) DEFAULT_QUANTILE : quantile;
        this.launch = Objects.requireNonNullElse(launch, HedgeLaunch.STAGGERED);
        this.maxExtraRequests =
                maxExtraRequests == null && this.quantile != null ? (Double) DEFAULT_EXTRA_REQUESTS : maxExtraRequests;
        this.maxExtraSpend = maxExtraSpend;
        requireNamesOnce(this.backups);
        if (this.delay.isNegative()) {
            throw new IllegalArgumentException("'delay' must not be negative (was %s)".formatted(this.delay));
        }
        if (this.quantile != null && !(this.quantile > 0 && this.quantile < 1)) {
            throw new IllegalArgumentException(
                    "'quantile' must be above 0 and below 1 (was %s)".formatted(this.quantile));
        }
        requireShare("maxExtraRequests", this.maxExtraRequests);
        requireShare("maxExtraSpend", this.maxExtraSpend);
    }

    private static void requireNamesOnce(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("'backups' must name models (was '%s')".formatted(name));
            }
            if (!seen.add(name)) {
                throw new IllegalArgumentException("'backups' must name each model once (was '%s')".formatted(name));
            }
        }
    }

    private static void requireShare(String name, @Nullable Double share) {
        if (share != null && !(share >= 0 && share < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("'%s' must be at least 0 and finite (was %s)".formatted(name, share));
        }
    }

    public static HedgeSpec defaults() {
        return new HedgeSpec(null, null, null, null, null, null);
    }

    /** With a delay that follows the model. */
    public static HedgeSpec of(String... backups) {
        return new HedgeSpec(List.of(backups), null, null, null, null, null);
    }

    /** With a fixed delay. */
    public static HedgeSpec of(Duration delay, String... backups) {
        return new HedgeSpec(List.of(backups), delay, null, null, null, null);
    }

    public HedgeSpec withBackups(List<String> value) {
        return new HedgeSpec(value, delay, quantile, launch, maxExtraRequests, maxExtraSpend);
    }

    public HedgeSpec withDelay(Duration value) {
        return new HedgeSpec(backups, value, quantile, launch, maxExtraRequests, maxExtraSpend);
    }

    public HedgeSpec withQuantile(@Nullable Double value) {
        return new HedgeSpec(backups, delay, value, launch, maxExtraRequests, maxExtraSpend);
    }

    public HedgeSpec withLaunch(HedgeLaunch value) {
        return new HedgeSpec(backups, delay, quantile, value, maxExtraRequests, maxExtraSpend);
    }

    /** @param value as many as there are backups limit nothing */
    public HedgeSpec withMaxExtraRequests(double value) {
        return new HedgeSpec(backups, delay, quantile, launch, value, maxExtraSpend);
    }

    public HedgeSpec withMaxExtraSpend(@Nullable Double value) {
        return new HedgeSpec(backups, delay, quantile, launch, maxExtraRequests, value);
    }

    /**
     * Backups run on the {@link HedgeThreads} among the resources; without such on threads of its own.
     *
     * @throws IllegalArgumentException when the name of a backup cannot be right
     */
    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        HedgeThreads shared = resources.find(HedgeThreads.class);
        List<Backup> found = backups.stream()
                .map(name -> new Backup(name, ChatTargets.of(name, resources)))
                .toList();
        return new ChatHedge(this, found, shared == null ? HedgeThreads.bounded(HedgeThreads.DEFAULT_LIMIT) : shared);
    }
}
