package io.agentkit.spend;

import io.agentkit.money.Money;
import io.agentkit.price.UnknownPrice;
import io.agentkit.store.BudgetLimits;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a {@link BudgetSpec} in Java; what is not set has its default. Not thread-safe.
 */
public final class BudgetSpecBuilder {

    private final String scope;
    private final BudgetLimits limits;
    private @Nullable String window;
    private @Nullable ZoneId zone;
    private @Nullable Enforcement enforcement;
    private @Nullable WhenMissing whenMissing;
    private @Nullable Set<String> tools;
    private @Nullable UnknownPrice unknownPrice;
    private @Nullable String parent;
    private @Nullable OnExceeded onExceeded;
    private @Nullable String degradeTo;
    private @Nullable String finishText;
    private @Nullable List<Integer> thresholds;
    private @Nullable Integer minOutput;
    private @Nullable Set<Unbounded> allowUnbounded;
    private @Nullable Duration lease;

    BudgetSpecBuilder(String scope, BudgetLimits limits) {
        this.scope = Objects.requireNonNull(scope, "'scope' must not be null");
        this.limits = Objects.requireNonNull(limits, "'limits' must not be null");
    }

    /** Without a zone: UTC, or a rolling window. */
    public BudgetSpecBuilder window(String value) {
        window = value;
        return this;
    }

    public BudgetSpecBuilder window(String value, ZoneId inZone) {
        window = value;
        zone = inZone;
        return this;
    }

    public BudgetSpecBuilder enforcement(Enforcement value) {
        enforcement = value;
        return this;
    }

    public BudgetSpecBuilder whenMissing(WhenMissing value) {
        whenMissing = value;
        return this;
    }

    public BudgetSpecBuilder tools(String... names) {
        tools = Set.of(names);
        return this;
    }

    public BudgetSpecBuilder unknownPrice(UnknownPrice value) {
        unknownPrice = value;
        return this;
    }

    public BudgetSpecBuilder parent(@Nullable String budget) {
        parent = budget;
        return this;
    }

    public BudgetSpecBuilder onExceeded(OnExceeded value) {
        onExceeded = value;
        return this;
    }

    /** Asks this model for what does not fit. */
    public BudgetSpecBuilder degradeTo(String model) {
        onExceeded = OnExceeded.DEGRADE;
        degradeTo = model;
        return this;
    }

    /** Ends what does not fit with an answer of this text. */
    public BudgetSpecBuilder finishWith(String text) {
        onExceeded = OnExceeded.FINISH;
        finishText = text;
        return this;
    }

    public BudgetSpecBuilder thresholds(Integer... percents) {
        thresholds = List.of(percents);
        return this;
    }

    public BudgetSpecBuilder minOutput(int tokens) {
        minOutput = tokens;
        return this;
    }

    public BudgetSpecBuilder allowUnbounded(Unbounded... parts) {
        allowUnbounded = Set.of(parts);
        return this;
    }

    public BudgetSpecBuilder lease(Duration value) {
        lease = value;
        return this;
    }

    public BudgetSpec build() {
        Money usd = limits.usd();
        return new BudgetSpec(
                scope,
                usd == null ? null : usd.toBigDecimal(),
                limits.tokens(),
                limits.calls(),
                window,
                zone,
                enforcement,
                whenMissing,
                tools,
                unknownPrice,
                parent,
                onExceeded,
                degradeTo,
                finishText,
                thresholds,
                minOutput,
                allowUnbounded,
                lease);
    }
}
