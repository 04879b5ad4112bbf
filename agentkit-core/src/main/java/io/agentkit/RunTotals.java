package io.agentkit;

import java.util.Objects;

/**
 * What a run has used in all processes that drove it.
 *
 * @param turns calls of models that were made in the run itself, not in runs inside it: the rounds of an agent's loop
 * @param spend requests, tokens and money, runs inside included
 */
public record RunTotals(long turns, RunSpend spend) {

    /** Nothing yet. */
    public static final RunTotals NONE = new RunTotals(0, RunSpend.NONE);

    public RunTotals {
        Objects.requireNonNull(spend, "'spend' must not be null");
    }

    /** Turns and nothing else. */
    public static RunTotals turns(long count) {
        return new RunTotals(count, RunSpend.NONE);
    }

    public RunTotals plus(RunTotals other) {
        return new RunTotals(turns + other.turns, spend.plus(other.spend));
    }
}
