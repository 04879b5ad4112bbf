package io.agentkit.spend;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.time.Instant;
import java.util.Map;

/**
 * What was spent, all parts read in one step. Immutable.
 *
 * @param since when counting began
 * @param total all of it
 * @param byModel by the model that served, as the provider names it
 * @param byScope by key and value of the runs' scope, for example {@code tenant} and {@code acme}
 * @param byRun by the run's id: the last thousand runs that somebody opened; all others, and calls outside of runs, together under
 *     {@value CostMeter#OTHER}
 * @param byRound by how many replies of the run had asked for tools before: 0 for the first question, 1 with the first results, and so on; 20
 *     stands for all from there on
 */
public record CostSnapshot(
        Instant since,
        CostTotals total,
        Map<String, CostTotals> byModel,
        Map<String, Map<String, CostTotals>> byScope,
        Map<String, CostTotals> byRun,
        Map<Integer, CostTotals> byRound) {

    /** Tokens of the answers. */
    public Usage answer() {
        return total.answers().usage();
    }

    /** Tokens of all requests. */
    public Usage spend() {
        return total.spend().usage();
    }

    /** Price of the answers. */
    public Money answerUsd() {
        return total.answers().usd();
    }

    /** Price of all requests. */
    public Money spendUsd() {
        return total.spend().usd();
    }

    /** What was spent for nothing. */
    public WasteTotals waste() {
        return total.waste();
    }
}
