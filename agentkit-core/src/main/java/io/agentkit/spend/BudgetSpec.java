package io.agentkit.spend;

import io.agentkit.money.Money;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetWindow;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of a budget. At least one of the limits must be set. Immutable.
 *
 * @param scope for whom it is kept apart: {@code global}, {@code run} (nested runs draw on the outermost one's), {@code tenant},
 *     {@code user}, {@code agent} or any other key of a run's scope; must be set
 * @param maxUsd most US dollars in a window, at least 0 and below 10^15; 0 lets only models pass whose price is 0; no limit by default
 * @param maxTokens most tokens in a window, of prompts and answers together, at least 0; no limit by default
 * @param maxCalls most physical requests in a window, retries included, or calls of the {@code tools}; at least 0; no limit by default
 * @param window when it starts anew: never (none, the default) or with each calendar day ({@code 1d})
 * @param zone the time zone whose midnight starts a day, only beside a {@code window}; UTC by default
 * @param enforcement whether what a request will use has to fit before it is sent ({@code reserve}, the default), or only something has to
 *     be left ({@code check})
 * @param whenMissing what happens to a call without a value for the scope: {@code shared} key (default), {@code refuse} or {@code skip}
 * @param tools names of tools, or {@code *} for all: the budget then counts calls of these and no model requests, and only
 *     {@code maxCalls} can be set; none by default
 * @param unknownPrice what happens to a model without a price where money is limited: {@code refuse} (default) or {@code allow}
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
        UnknownPrice unknownPrice) {

    /** The scope that everything shares. */
    public static final String GLOBAL = "global";

    /** The scope of a run with all runs nested in it. */
    public static final String RUN = "run";

    private static final int MOST_DECIMALS = 18;

    /** Before the decimal point: far from where money ends, at 9.2 * 10^18. */
    private static final int MOST_DIGITS = 15;

    private static final String NO_WINDOW = "none";

    private static final String DAY = "1d";

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
            @Nullable UnknownPrice unknownPrice) {
        if (scope == null || scope.isBlank()) {
            throw new IllegalArgumentException(
                    "'scope' must be set: global, run, tenant, user, agent or another key of the runs' scope");
        }
        this.scope = scope;
        this.maxUsd = maxUsd;
        this.maxTokens = maxTokens;
        this.maxCalls = maxCalls;
        this.window = window == null ? NO_WINDOW : window;
        if (!this.window.equals(NO_WINDOW) && !this.window.equals(DAY)) {
            throw new IllegalArgumentException(
                    "'window' must be none or 1d, a calendar day (was %s)".formatted(this.window));
        }
        if (zone != null && this.window.equals(NO_WINDOW)) {
            throw new IllegalArgumentException(
                    "'zone' must not be set without 'window': nothing would start anew at its midnight");
        }
        this.zone = zone == null ? ZoneId.of("UTC") : zone;
        this.enforcement = enforcement == null ? Enforcement.RESERVE : enforcement;
        this.whenMissing = whenMissing == null ? WhenMissing.SHARED : whenMissing;
        this.tools = tools == null ? Set.of() : Set.copyOf(tools);
        for (String tool : this.tools) {
            if (tool.isBlank() || !tool.strip().equals(tool)) {
                throw new IllegalArgumentException(
                        "'tools' must be names without blanks around them (was '%s')".formatted(tool));
            }
        }
        this.unknownPrice = unknownPrice == null ? UnknownPrice.REFUSE : unknownPrice;
        requireValidLimits();
        if (maxUsd == null && maxTokens == null && maxCalls == null) {
            throw new IllegalArgumentException("one of 'maxUsd', 'maxTokens' and 'maxCalls' must be set");
        }
        if (!this.tools.isEmpty() && (maxUsd != null || maxTokens != null)) {
            throw new IllegalArgumentException(
                    "'maxUsd' and 'maxTokens' must not be set beside 'tools': calls of tools cost neither, only 'maxCalls'"
                            + " counts them");
        }
    }

    private void requireValidLimits() {
        if (maxUsd != null && maxUsd.signum() < 0) {
            throw new IllegalArgumentException("'maxUsd' must not be negative (was %s)".formatted(maxUsd));
        }
        if (maxUsd != null && maxUsd.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "'maxUsd' must have at most %d decimals (was %s)".formatted(MOST_DECIMALS, maxUsd));
        }
        if (maxUsd != null && (long) maxUsd.precision() - maxUsd.scale() > MOST_DIGITS) {
            throw new IllegalArgumentException("'maxUsd' must be below 10^%d (was %s)".formatted(MOST_DIGITS, maxUsd));
        }
        if (maxTokens != null && maxTokens < 0) {
            throw new IllegalArgumentException("'maxTokens' must not be negative (was %d)".formatted(maxTokens));
        }
        if (maxCalls != null && maxCalls < 0) {
            throw new IllegalArgumentException("'maxCalls' must not be negative (was %d)".formatted(maxCalls));
        }
    }

    /** The usual budget of model requests for a scope. */
    public static BudgetSpec of(String scope, BudgetLimits limits) {
        Money usd = limits.usd();
        return new BudgetSpec(
                scope,
                usd == null ? null : usd.toBigDecimal(),
                limits.tokens(),
                limits.calls(),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** The three limits together. */
    public BudgetLimits limits() {
        return new BudgetLimits(maxUsd == null ? null : Money.of(maxUsd), maxTokens, maxCalls);
    }

    BudgetWindow windows() {
        return window.equals(DAY) ? BudgetWindow.of(BudgetWindow.Kind.DAY, zone) : BudgetWindow.NONE;
    }
}
