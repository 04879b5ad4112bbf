package io.agentkit.boot.endpoint;

import io.agentkit.chat.Usage;
import io.agentkit.spend.AnswerTotals;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSnapshot;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.SpendTotals;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code /actuator/costs}: what was spent, in both views, in total, by model and by scope. Money is a decimal string. Thread-safe.
 */
@Endpoint(id = "costs", defaultAccess = Access.READ_ONLY)
public class CostsEndpoint {

    private final CostMeter meter;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public CostsEndpoint(CostMeter meter) {
        this.meter = meter;
    }

    /** Everything, read in one step. */
    @ReadOperation
    public CostsDescriptor costs() {
        CostSnapshot snapshot = meter.snapshot();
        Map<String, Map<String, TotalsDescriptor>> byScope = new LinkedHashMap<>();
        snapshot.byScope().forEach((scope, lines) -> byScope.put(scope, lines(lines)));
        return new CostsDescriptor(
                "USD",
                snapshot.since(),
                AnswersDescriptor.of(snapshot.total().answers()),
                SpendDescriptor.of(snapshot.total().spend()),
                lines(snapshot.byModel()),
                byScope);
    }

    private static Map<String, TotalsDescriptor> lines(Map<String, CostTotals> totals) {
        Map<String, TotalsDescriptor> lines = new LinkedHashMap<>();
        totals.forEach((name, each) -> lines.put(
                name, new TotalsDescriptor(AnswersDescriptor.of(each.answers()), SpendDescriptor.of(each.spend()))));
        return lines;
    }

    /**
     * What was spent.
     *
     * @param currency always {@code USD}
     * @param since when counting began
     * @param answers what the answers cost by themselves
     * @param spend what all requests cost, failed and discarded ones too
     * @param byModel both views by model
     * @param byScope both views by key and value of the runs' scope
     */
    public record CostsDescriptor(
            String currency,
            Instant since,
            AnswersDescriptor answers,
            SpendDescriptor spend,
            Map<String, TotalsDescriptor> byModel,
            Map<String, Map<String, TotalsDescriptor>> byScope)
            implements OperationResponseBody {}

    /**
     * Both views.
     *
     * @param answers what the answers cost by themselves
     * @param spend what all requests cost
     */
    public record TotalsDescriptor(AnswersDescriptor answers, SpendDescriptor spend) {}

    /**
     * Answers.
     *
     * @param calls how many calls were answered
     * @param usage their tokens
     * @param usd their price
     * @param exact false when a part is estimated or has no price: the price then means "at least"
     */
    public record AnswersDescriptor(long calls, UsageDescriptor usage, String usd, boolean exact) {

        static AnswersDescriptor of(AnswerTotals totals) {
            return new AnswersDescriptor(
                    totals.calls(),
                    UsageDescriptor.of(totals.usage()),
                    totals.usd().toString(),
                    totals.exact());
        }
    }

    /**
     * Requests.
     *
     * @param requests how many were sent and counted
     * @param usage their tokens
     * @param usd their price
     * @param exact false when a part is estimated or has no price: the price then means "at least"
     * @param unpriced requests without a price
     * @param estimated requests with an estimated count
     */
    public record SpendDescriptor(
            long requests, UsageDescriptor usage, String usd, boolean exact, long unpriced, long estimated) {

        static SpendDescriptor of(SpendTotals totals) {
            return new SpendDescriptor(
                    totals.requests(),
                    UsageDescriptor.of(totals.usage()),
                    totals.usd().toString(),
                    totals.exact(),
                    totals.unpriced(),
                    totals.estimated());
        }
    }

    /**
     * Tokens. The first four add up to all of them.
     *
     * @param input prompt tokens that touched no cache
     * @param cacheRead prompt tokens read from the provider's cache
     * @param cacheWrite prompt tokens written to it
     * @param output tokens of the answer
     * @param reasoning the part of them that was reasoning
     */
    public record UsageDescriptor(long input, long cacheRead, long cacheWrite, long output, long reasoning) {

        static UsageDescriptor of(Usage usage) {
            return new UsageDescriptor(
                    usage.input(), usage.cacheRead(), usage.cacheWrite(), usage.output(), usage.reasoning());
        }
    }
}
