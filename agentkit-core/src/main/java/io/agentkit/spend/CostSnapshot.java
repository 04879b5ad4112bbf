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
 */
public record CostSnapshot(
        Instant since,
        CostTotals total,
        Map<String, CostTotals> byModel,
        Map<String, Map<String, CostTotals>> byScope) {

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
}
