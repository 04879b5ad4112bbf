package io.agentkit.sample;

import io.agentkit.RunSpend;
import io.agentkit.chat.Usage;

/**
 * What an answer took.
 *
 * @param runId what budgets, audit and traces know it by
 * @param model the model that gave the answer
 * @param usage the tokens of the whole run, rounds of tools and failed attempts included
 * @param usd their price, a decimal number
 */
record Receipt(String runId, String model, Tokens usage, String usd) {

    static Receipt of(String runId, String model, RunSpend spend) {
        return new Receipt(runId, model, Tokens.of(spend.usage()), spend.usd().toString());
    }

    /** Tokens by kind; {@code reasoning} is a part of {@code output}. */
    record Tokens(long input, long cacheRead, long cacheWrite, long output, long reasoning) {

        static Tokens of(Usage usage) {
            return new Tokens(usage.input(), usage.cacheRead(), usage.cacheWrite(), usage.output(), usage.reasoning());
        }
    }
}
