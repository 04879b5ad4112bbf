package io.agentkit.spend;

import io.agentkit.money.Money;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of a budget. At least one of the limits must be set. Immutable.
 *
 * @param scope for whom it is kept apart: {@code global}, {@code run} (nested runs draw on the outermost one's), {@code tenant},
 *     {@code user}, {@code agent} or any other key of a run's scope; must be set
 * @param maxUsd most US dollars in a window, at least 0 and below 10^15, with at most 18 decimals; 0 lets only models pass whose price is 0;
 *     no limit by default
 * @param maxTokens most tokens in a window, of prompts and answers together, at least 0; no limit by default
 * @param maxCalls most physical requests in a window, retries included, or calls of the {@code tools}; at least 0; no limit by default
 * @param window when it starts anew: never by default; with each calendar {@code minute}, {@code hour}, {@code day} ({@code 1d}),
 *     {@code week} (on Monday) or {@code month}; or {@code rolling} with a length of 1s to 366d, such as {@code rolling 24h}
 * @param zone the time zone whose calendar counts, only beside a calendar {@code window}; UTC by default
 * @param enforcement whether what a request will use has to fit before it is sent ({@code reserve}, the default), only something has to be
 *     left ({@code check}), or nothing can go over ({@code hard})
 * @param whenMissing what happens to a call without a value for the scope: {@code shared} key (default), {@code refuse} or {@code skip}
 * @param tools names of tools, or {@code *} for all: the budget then counts calls of these and no model requests, and only
 *     {@code maxCalls} can be set; none by default
 * @param unknownPrice what happens to a model without a price where money is limited: {@code refuse} (default) or {@code allow}, which
 *     {@code hard} refuses
 * @param parent name of the budget that this one is a part of: its keys are kept apart for each key of the parent, and its requests draw on
 *     both; none by default
 * @param onExceeded what happens to a request that does not fit: {@code reject} (default), {@code finish} (an answer that says so ends a
 *     loop of tools in order), {@code warn} (it passes), {@code degrade} (to the model of {@code degradeTo})
 * @param degradeTo the cheaper model; must be set for {@code degrade} and for nothing else
 * @param finishText what the answer of {@code finish} says; a short English sentence by default
 * @param thresholds percents of a limit, 1 to 100, at which an event tells that so much was used, once in a window; 50, 80 and 100 by
 *     default
 * @param minOutput the shortest answer in tokens that {@code hard} sends a request for; at least 1, 16 by default
 * @param allowUnbounded parts that {@code hard} lets through although nobody knows what they cost at most: {@code media},
 *     {@code hosted-tools}; none by default
 * @param lease how long a request may hold what it reserved before that is given back, 1 second to 7 days; 1 hour by default. What it uses
 *     is booked also when it ends later
 */
@ConfigurationPropertiesSource
public record BudgetSpec(
        String scope,
        @Nullable BigDecimal maxUsd,
        @Nullable Long maxTokens,
        @Nullable Long maxCalls,
        String window,
        ZoneId zone,
        Enforcement enforcement,
        WhenMissing whenMissing,
        Set<String> tools,
        UnknownPrice unknownPrice,
        @Nullable String parent,
        OnExceeded onExceeded,
        @Nullable String degradeTo,
        String finishText,
        List<Integer> thresholds,
        Integer minOutput,
        Set<Unbounded> allowUnbounded,
        Duration lease) {

    /** The scope that everything shares. */
    public static final String GLOBAL = "global";

    /** The scope of a run with all runs nested in it. */
    public static final String RUN = "run";

    private static final int MOST_DECIMALS = 18;

    /** Before the decimal point: far from where money ends, at 9.2 * 10^18. */
    private static final int MOST_DIGITS = 15;

    private static final String NO_WINDOW = "none";

    private static final String FINISHED = "The budget for this conversation is used up.";

    private static final List<Integer> THRESHOLDS = List.of(50, 80, 100);

    private static final int MIN_OUTPUT = 16;

    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    private static final Duration LONGEST_LEASE = Duration.ofDays(7);

    public BudgetSpec(
            @Nullable String scope,
            @Nullable BigDecimal maxUsd,
            @Nullable Long maxTokens,
            @Nullable Long maxCalls,
            @Nullable String window,
            @Nullable ZoneId zone,
            @Nullable Enforcement enforcement,
            @Nullable WhenMissing whenMissing,
            @Nullable Set<String> tools,
            @Nullable UnknownPrice unknownPrice,
            @Nullable String parent,
            @Nullable OnExceeded onExceeded,
            @Nullable String degradeTo,
            @Nullable String finishText,
            @Nullable List<Integer> thresholds,
            @Nullable Integer minOutput,
            @Nullable Set<Unbounded> allowUnbounded,
            @Nullable Duration lease) {
        if (scope == null || scope.isBlank()) {
            throw new IllegalArgumentException(
                    "'scope' must be set: global, run, tenant, user, agent or another key of the runs' scope");
        }
        this.scope = scope;
        this.maxUsd = maxUsd;
        this.maxTokens = maxTokens;
        this.maxCalls = maxCalls;
        this.window = window == null ? NO_WINDOW : window;
        this.zone = zone == null ? ZoneId.of("UTC") : zone;
        this.enforcement = enforcement == null ? Enforcement.RESERVE : enforcement;
        this.whenMissing = whenMissing == null ? WhenMissing.SHARED : whenMissing;
        this.tools = tools == null ? Set.of() : Set.copyOf(tools);
        this.unknownPrice = unknownPrice == null ? UnknownPrice.REFUSE : unknownPrice;
        this.parent = parent;
        this.onExceeded = onExceeded == null ? OnExceeded.REJECT : onExceeded;
        this.degradeTo = degradeTo;
        this.finishText = finishText == null ? FINISHED : finishText;
        this.thresholds = thresholds == null
                ? THRESHOLDS
                : thresholds.stream().distinct().sorted().toList();
        this.minOutput = minOutput == null ? MIN_OUTPUT : minOutput;
        this.allowUnbounded = allowUnbounded == null ? Set.of() : Set.copyOf(allowUnbounded);
        this.lease = lease == null ? BudgetPolicy.DEFAULT_LEASE : lease;
        BudgetWindow read = WindowText.read(this.window, this.zone);
        if (zone != null && !read.isCalendar()) {
            throw new IllegalArgumentException(
                    "'zone' must not be set without a calendar 'window': nothing would start anew at its midnight");
        }
        requireNames();
        requireValidLimits();
        requireFittingSettings();
    }

    private void requireNames() {
        for (String tool : tools) {
            if (tool.isBlank() || !tool.strip().equals(tool)) {
                throw new IllegalArgumentException(
                        "'tools' must be names without blanks around them (was '%s')".formatted(tool));
            }
        }
        if (parent != null && parent.isBlank()) {
            throw new IllegalArgumentException("'parent' must be the name of a budget");
        }
    }

    private void requireFittingSettings() {
        if (!tools.isEmpty() && (maxUsd != null || maxTokens != null)) {
            throw new IllegalArgumentException(
                    "'maxUsd' and 'maxTokens' must not be set beside 'tools': calls of tools cost neither, only 'maxCalls'"
                            + " counts them");
        }
        if ((onExceeded == OnExceeded.DEGRADE) != (degradeTo != null)) {
            throw new IllegalArgumentException(
                    degradeTo == null
                            ? "'degradeTo' must be set for 'onExceeded: degrade': the cheaper model"
                            : "'degradeTo' must not be set without 'onExceeded: degrade'");
        }
        if (onExceeded == OnExceeded.DEGRADE && !tools.isEmpty()) {
            throw new IllegalArgumentException("'onExceeded' must not be degrade beside 'tools': they have no model");
        }
        if (enforcement == Enforcement.HARD && (onExceeded == OnExceeded.WARN || unknownPrice == UnknownPrice.ALLOW)) {
            throw new IllegalArgumentException(
                    "'enforcement' must not be hard beside 'onExceeded: warn' or 'unknownPrice: allow', which let more pass");
        }
        for (int percent : thresholds) {
            if (percent < 1 || percent > 100) {
                throw new IllegalArgumentException(
                        "'thresholds' must be percents between 1 and 100 (was %d)".formatted(percent));
            }
        }
        if (minOutput < 1) {
            throw new IllegalArgumentException("'minOutput' must be at least 1 (was %d)".formatted(minOutput));
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("'lease' must be between 1s and 7d (was %s)".formatted(lease));
        }
    }

    /** @throws IllegalArgumentException when it cannot be the most US dollars of a budget */
    public static void requireValid(BigDecimal maxUsd) {
        if (maxUsd.signum() < 0) {
            throw new IllegalArgumentException("'maxUsd' must not be negative (was %s)".formatted(maxUsd));
        }
        if ((long) maxUsd.precision() - maxUsd.scale() > MOST_DIGITS) {
            throw new IllegalArgumentException("'maxUsd' must be below 10^%d (was %s)".formatted(MOST_DIGITS, maxUsd));
        }
        if (maxUsd.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "'maxUsd' must have at most %d decimals (was %s)".formatted(MOST_DECIMALS, maxUsd));
        }
    }

    private void requireValidLimits() {
        if (maxUsd != null) {
            requireValid(maxUsd);
        }
        if (maxTokens != null && maxTokens < 0) {
            throw new IllegalArgumentException("'maxTokens' must not be negative (was %d)".formatted(maxTokens));
        }
        if (maxCalls != null && maxCalls < 0) {
            throw new IllegalArgumentException("'maxCalls' must not be negative (was %d)".formatted(maxCalls));
        }
        if (maxUsd == null && maxTokens == null && maxCalls == null) {
            throw new IllegalArgumentException("one of 'maxUsd', 'maxTokens' and 'maxCalls' must be set");
        }
    }

    /** The usual budget of model requests for a scope. */
    public static BudgetSpec of(String scope, BudgetLimits limits) {
        return builder(scope, limits).build();
    }

    /** Starts from the usual budget of model requests for a scope. */
    public static BudgetSpecBuilder builder(String scope, BudgetLimits limits) {
        return new BudgetSpecBuilder(scope, limits);
    }

    /** The three limits together. */
    public BudgetLimits limits() {
        return new BudgetLimits(maxUsd == null ? null : Money.of(maxUsd), maxTokens, maxCalls);
    }

    BudgetWindow windows() {
        return WindowText.read(window, zone);
    }

    BudgetPolicy policy(boolean passing) {
        return (enforcement == Enforcement.CHECK ? BudgetPolicy.CHECK : BudgetPolicy.RESERVE)
                .withLenient(onExceeded == OnExceeded.WARN)
                .withUnpricedPasses(unknownPrice == UnknownPrice.ALLOW)
                .withPassing(passing)
                .withLease(lease)
                .withThresholds(thresholds);
    }
}
