package io.agentkit.boot.endpoint;

import io.agentkit.chat.Usage;
import io.agentkit.price.CatalogueStatus;
import io.agentkit.price.LivePrices;
import io.agentkit.price.PriceOrigin;
import io.agentkit.spend.AnswerTotals;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSnapshot;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.SpendTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code /actuator/costs}: what was spent, in both views, in total, by model and by scope. Money is a decimal string. Thread-safe.
 */
@Endpoint(id = "costs", defaultAccess = Access.READ_ONLY)
public class CostsEndpoint {

    private static final int DEFAULT_LINES = 20;

    private static final int MOST_LINES = 1_000;

    private static final Comparator<Map.Entry<?, CostTotals>> DEAREST_FIRST =
            Comparator.comparing(line -> line.getValue().spend().usd(), Comparator.reverseOrder());

    private final CostMeter meter;

    private final @Nullable LivePrices prices;

    /**
     * Created by the auto-configuration; an application replaces it with a bean of its own.
     *
     * @param prices null where the application prices usage itself
     */
    public CostsEndpoint(CostMeter meter, @Nullable LivePrices prices) {
        this.meter = meter;
        this.prices = prices;
    }

    /**
     * Everything, read in one step.
     *
     * @param lines most models, tenants, users, runs, … each, 1 to 1,000; 20 by default. The rest is together in {@code (other)}
     */
    @ReadOperation
    public CostsDescriptor costs(@Nullable Integer lines) {
        int most = lines == null ? DEFAULT_LINES : lines;
        if (most < 1 || most > MOST_LINES) {
            String reason = "'lines' must be from 1 to %d (was %d)".formatted(MOST_LINES, most);
            throw new InvalidEndpointRequestException(reason, reason);
        }
        CostSnapshot snapshot = meter.snapshot();
        Map<String, Map<String, TotalsDescriptor>> byScope = new LinkedHashMap<>();
        snapshot.byScope().forEach((scope, values) -> byScope.put(scope, lines(values, most)));
        Map<Integer, TotalsDescriptor> byRound = new TreeMap<>();
        snapshot.byRound().forEach((round, totals) -> byRound.put(round, TotalsDescriptor.of(totals)));
        Map<String, TotalsDescriptor> byModel = lines(snapshot.byModel(), most);
        return new CostsDescriptor(
                "USD",
                snapshot.since(),
                AnswersDescriptor.of(snapshot.total().answers()),
                SpendDescriptor.of(snapshot.total().spend()),
                WasteDescriptor.of(snapshot.total()),
                byModel,
                byScope,
                lines(snapshot.byRun(), most),
                byRound,
                prices == null ? Map.of() : PriceDescriptor.of(prices, byModel.keySet()),
                prices == null
                        ? List.of()
                        : prices.catalogues().stream()
                                .map(CatalogueDescriptor::of)
                                .toList());
    }

    /** The dearest first. */
    private static Map<String, TotalsDescriptor> lines(Map<String, CostTotals> totals, int most) {
        CostTotals rest = totals.getOrDefault(CostMeter.OTHER, CostTotals.NONE);
        List<Map.Entry<String, CostTotals>> named = new ArrayList<>(totals.entrySet());
        named.removeIf(line -> line.getKey().equals(CostMeter.OTHER));
        named.sort(DEAREST_FIRST.thenComparing(line -> String.valueOf(line.getKey())));
        Map<String, TotalsDescriptor> lines = new LinkedHashMap<>();
        for (Map.Entry<String, CostTotals> line : named) {
            if (lines.size() < most) {
                lines.put(line.getKey(), TotalsDescriptor.of(line.getValue()));
            } else {
                rest = rest.plus(line.getValue());
            }
        }
        if (!rest.equals(CostTotals.NONE)) {
            lines.put(CostMeter.OTHER, TotalsDescriptor.of(rest));
        }
        return lines;
    }

    /**
     * What was spent.
     *
     * @param currency always {@code USD}
     * @param since when counting began
     * @param answers what the answers cost by themselves
     * @param spend what all requests cost, failed and discarded ones too
     * @param waste what lies between the two
     * @param byModel all of it by model, the dearest first
     * @param byScope all of it by key and value of the runs' scope
     * @param byRun all of it by run
     * @param byRound all of it by how many replies of the run had asked for tools before
     * @param prices where the price of each model with a line of its own comes from; more than one origin where several providers serve it
     * @param catalogues how imported lists of prices stand
     */
    public record CostsDescriptor(
            String currency,
            Instant since,
            AnswersDescriptor answers,
            SpendDescriptor spend,
            WasteDescriptor waste,
            Map<String, TotalsDescriptor> byModel,
            Map<String, Map<String, TotalsDescriptor>> byScope,
            Map<String, TotalsDescriptor> byRun,
            Map<Integer, TotalsDescriptor> byRound,
            Map<String, List<PriceDescriptor>> prices,
            List<CatalogueDescriptor> catalogues)
            implements OperationResponseBody {}

    /**
     * Where a price comes from.
     *
     * @param source {@code configuration}, {@code built-in}, or what a catalogue was read from
     * @param entry the list's name for the model
     * @param asOf how old the list is; null for the application's own
     */
    public record PriceDescriptor(
            String source, @Nullable String entry, @Nullable Instant asOf) {

        static Map<String, List<PriceDescriptor>> of(LivePrices prices, Set<String> models) {
            Map<String, List<PriceDescriptor>> origins = new TreeMap<>();
            for (String model : models) {
                Set<PriceOrigin> used = prices.used(model);
                if (!used.isEmpty()) {
                    origins.put(
                            model,
                            used.stream()
                                    .map(each -> new PriceDescriptor(each.source(), each.entry(), each.asOf()))
                                    .toList());
                }
            }
            return origins;
        }
    }

    /**
     * An imported list of prices.
     *
     * @param from where it comes from, without secrets
     * @param format {@code litellm} or {@code genai-prices}; null before the first good one
     * @param asOf when it was read or last found unchanged; null before the first good one
     * @param models how many entries have a price
     * @param skipped how many entries made no sense
     * @param failures how often in a row it could not be had
     * @param lastFailure why; null when it could
     */
    public record CatalogueDescriptor(
            String from,
            @Nullable String format,
            @Nullable Instant asOf,
            int models,
            int skipped,
            int failures,
            @Nullable String lastFailure) {

        static CatalogueDescriptor of(CatalogueStatus status) {
            return new CatalogueDescriptor(
                    status.from(),
                    status.format(),
                    status.asOf(),
                    status.models(),
                    status.skipped(),
                    status.failures(),
                    status.lastFailure());
        }
    }

    /**
     * Both views.
     *
     * @param answers what the answers cost by themselves
     * @param spend what all requests cost
     * @param waste what lies between the two
     */
    public record TotalsDescriptor(AnswersDescriptor answers, SpendDescriptor spend, WasteDescriptor waste) {

        static TotalsDescriptor of(CostTotals totals) {
            return new TotalsDescriptor(
                    AnswersDescriptor.of(totals.answers()),
                    SpendDescriptor.of(totals.spend()),
                    WasteDescriptor.of(totals));
        }
    }

    /**
     * Answers.
     *
     * @param calls how many calls were answered
     * @param usage their tokens
     * @param usd their price
     * @param exact false when a part is estimated or has no price: the price then means "at least"
     * @param cached answers that no request gave, such as those from a cache
     * @param saved what answers from a cache would have cost
     */
    public record AnswersDescriptor(
            long calls, UsageDescriptor usage, String usd, boolean exact, long cached, String saved) {

        static AnswersDescriptor of(AnswerTotals totals) {
            return new AnswersDescriptor(
                    totals.calls(),
                    UsageDescriptor.of(totals.usage()),
                    totals.usd().toString(),
                    totals.exact(),
                    totals.cached(),
                    totals.saved().toString());
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
     * What was spent for nothing. Prices of spend are those of answers, of the four causes and what is undecided.
     *
     * @param retries requests of answered calls that gave no answer
     * @param hedges requests that lost a race
     * @param abandoned requests of calls that were given up
     * @param failed requests of calls that failed
     * @param undecided price of requests whose calls still go on
     */
    public record WasteDescriptor(
            CauseDescriptor retries,
            CauseDescriptor hedges,
            CauseDescriptor abandoned,
            CauseDescriptor failed,
            String undecided) {

        static WasteDescriptor of(CostTotals totals) {
            return new WasteDescriptor(
                    CauseDescriptor.of(totals.waste().retries()),
                    CauseDescriptor.of(totals.waste().hedges()),
                    CauseDescriptor.of(totals.waste().abandoned()),
                    CauseDescriptor.of(totals.waste().failed()),
                    totals.undecided().toString());
        }
    }

    /**
     * One cause of waste.
     *
     * @param requests how many
     * @param tokens their tokens
     * @param usd their price
     */
    public record CauseDescriptor(long requests, long tokens, String usd) {

        static CauseDescriptor of(SpendTotals totals) {
            return new CauseDescriptor(
                    totals.requests(), totals.usage().total(), totals.usd().toString());
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
