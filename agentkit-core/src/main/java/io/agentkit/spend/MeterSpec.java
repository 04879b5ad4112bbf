package io.agentkit.spend;

import io.agentkit.ChatMiddleware;
import io.agentkit.RequestHook;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.store.RunLedger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code meter}: keeps the {@link Budgets} among the resources. In a chat chain those that count model requests apply, in a
 * tool chain those that name tools. Without budgets it does nothing.
 *
 * @param assumedMaxOutput tokens that an answer is assumed to have at most where the request does not say; at least 1, 4096 by default
 * @param promptMargin percent by which an estimated prompt is assumed to be longer; 0 to 400, 25 by default
 * @param learnAfter how many answers of a model have to be known before their lengths count instead of {@code assumedMaxOutput}; at least
 *     1, 20 by default
 * @param outputQuantile percent of the recent answers of a model that are no longer than what is then assumed; 50 to 100, 95 by default
 * @param maxTurns how many calls of models a run may make, calls of runs inside it not counted; at least 1, no limit by default. For
 *     models only
 */
@ConfigurationPropertiesSource
public record MeterSpec(
        Integer assumedMaxOutput,
        Integer promptMargin,
        Integer learnAfter,
        Integer outputQuantile,
        @Nullable Integer maxTurns)
        implements ChatSpec, ToolSpec {

    private static final int ASSUMED_MAX_OUTPUT = 4096;

    private static final int PROMPT_MARGIN = 25;

    private static final int MOST_MARGIN = 400;

    private static final int LEARN_AFTER = 20;

    private static final int OUTPUT_QUANTILE = 95;

    private static final int LEAST_QUANTILE = 50;

    private static final int MOST_QUANTILE = 100;

    public MeterSpec(
            @Nullable Integer assumedMaxOutput,
            @Nullable Integer promptMargin,
            @Nullable Integer learnAfter,
            @Nullable Integer outputQuantile,
            @Nullable Integer maxTurns) {
        this.maxTurns = maxTurns;
        this.assumedMaxOutput = assumedMaxOutput == null ? ASSUMED_MAX_OUTPUT : assumedMaxOutput;
        this.promptMargin = promptMargin == null ? PROMPT_MARGIN : promptMargin;
        this.learnAfter = learnAfter == null ? LEARN_AFTER : learnAfter;
        this.outputQuantile = outputQuantile == null ? OUTPUT_QUANTILE : outputQuantile;
        if (this.assumedMaxOutput < 1) {
            throw new IllegalArgumentException(
                    "'assumedMaxOutput' must be at least 1 (was %d)".formatted(this.assumedMaxOutput));
        }
        if (this.promptMargin < 0 || this.promptMargin > MOST_MARGIN) {
            throw new IllegalArgumentException(
                    "'promptMargin' must be between 0 and %d (was %d)".formatted(MOST_MARGIN, this.promptMargin));
        }
        if (maxTurns != null && maxTurns < 1) {
            throw new IllegalArgumentException(
                    "'maxTurns' must be at least 1; leave it out for no limit (was %d)".formatted(maxTurns));
        }
        if (this.learnAfter < 1) {
            throw new IllegalArgumentException("'learnAfter' must be at least 1 (was %d)".formatted(this.learnAfter));
        }
        if (this.outputQuantile < LEAST_QUANTILE || this.outputQuantile > MOST_QUANTILE) {
            throw new IllegalArgumentException("'outputQuantile' must be between %d and %d (was %d)"
                    .formatted(LEAST_QUANTILE, MOST_QUANTILE, this.outputQuantile));
        }
    }

    public static MeterSpec defaults() {
        return new MeterSpec(null, null, null, null, null);
    }

    public MeterSpec withMaxTurns(@Nullable Integer value) {
        return new MeterSpec(assumedMaxOutput, promptMargin, learnAfter, outputQuantile, value);
    }

    /** Writes what runs use into their history, where that is a {@link RunLedger}. */
    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        Budgets budgets = budgets(resources);
        RunLedger ledger = resources.environment().runs() instanceof RunLedger kept ? kept : null;
        MeterHook meter = new MeterHook(budgets, new Expectation(this));
        return middleware(budgets, new RunMeterHook(meter, budgets, ledger, maxTurns));
    }

    private static ChatMiddleware middleware(Budgets budgets, RequestHook hook) {
        return budgets.areLenient() ? new BudgetedChat(budgets, hook) : ChatMiddleware.of(hook);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        if (maxTurns != null) {
            throw new IllegalArgumentException(
                    "'maxTurns' counts calls of models; write it among the settings of a chain around models");
        }
        Budgets budgets = budgets(resources);
        MeterHook hook = new MeterHook(budgets, new Expectation(this));
        return budgets.areLenient() ? new BudgetedTools(budgets, hook) : ToolMiddleware.of(hook);
    }

    private static Budgets budgets(Resources resources) {
        Budgets budgets = resources.find(Budgets.class);
        return budgets == null ? Budgets.none() : budgets;
    }
}
