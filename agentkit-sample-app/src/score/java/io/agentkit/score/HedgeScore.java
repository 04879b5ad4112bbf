package io.agentkit.score;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.CostTotals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What {@code hedge} makes of slow answers, and what that costs: calls one after the other through the real middleware, in a time of its
 * own, once without and with a fixed and an adaptive delay. The bar: with the adaptive delay p99 is at most half of what it is without, for
 * at most 5 % more money.
 */
final class HedgeScore implements Score {

    private static final double MOST_EXTRA = 0.05;

    /** A way to hedge, and its name in the table. */
    private record Way(String name, HedgeSpec spec) {}

    private static final Way NONE = new Way("none", HedgeSpec.defaults());

    private static final Way ADAPTIVE = new Way(
            "adaptive, 0.95", HedgeSpec.of(RaceModels.BACKUP).withQuantile(0.95).withMaxExtraRequests(MOST_EXTRA));

    private static final List<Way> WAYS = List.of(
            NONE,
            new Way("fixed, 2 s", HedgeSpec.of(Duration.ofSeconds(2), RaceModels.BACKUP)),
            new Way("fixed, 5 s", HedgeSpec.of(Duration.ofSeconds(5), RaceModels.BACKUP)),
            ADAPTIVE);

    /** What one way came to; shares are of the requests and dollars that gave answers. */
    private record Result(double p50, double p99, double p999, double extraRequests, double extraShare) {}

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        if (input.cases() != null) {
            return compare(input, "recorded", Latencies.read(input.cases()));
        }
        Figures figures = compare(input, "independent", Latencies.independent());
        compare(input, "spells in which both are slow", Latencies.withSharedSpells());
        return figures;
    }

    private static Figures compare(ScoreInput input, String name, Latencies latencies) {
        input.out().println("| %s | p50 s | p99 s | p99.9 s | extra requests | extra dollars |".formatted(name));
        input.out().println("|---|---|---|---|---|---|");
        Result without = null;
        Result adaptive = null;
        for (Way way : WAYS) {
            Result result = run(way.spec(), latencies);
            input.out()
                    .println(format(
                            "| %s | %.2f | %.2f | %.2f | %.2f %% | %.2f %% |",
                            way.name(),
                            result.p50(),
                            result.p99(),
                            result.p999(),
                            100 * result.extraRequests(),
                            100 * result.extraShare()));
            without = way == NONE ? result : without;
            adaptive = way == ADAPTIVE ? result : adaptive;
        }
        input.out().println();
        if (without == null || adaptive == null) {
            throw new IllegalStateException("a way is missing");
        }
        boolean met = adaptive.p99() * 2 <= without.p99() && adaptive.extraShare() <= MOST_EXTRA;
        return new Figures(
                met,
                format(
                        "%,d calls, adaptive delay: p99 %.2f s instead of %.2f, p99.9 %.2f instead of %.2f, for %.2f %% more requests and %.2f %% more money",
                        latencies.first().length,
                        adaptive.p99(),
                        without.p99(),
                        adaptive.p999(),
                        without.p999(),
                        100 * adaptive.extraRequests(),
                        100 * adaptive.extraShare()));
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    private static Result run(HedgeSpec spec, Latencies latencies) {
        RaceTime time = new RaceTime();
        RaceModels models = new RaceModels(time);
        CostMeter meter = new CostMeter(time);
        Rates rates = Rates.usd("1.25", "10");
        ChainEnvironment environment = ChainEnvironment.defaults()
                .withTime(time)
                .withPricing(PriceBook.of(Map.of(RaceModels.FIRST, rates, RaceModels.BACKUP, rates)));
        Resources resources = Resources.of(environment, meter, models.threads());
        Handler<ChatRequest, ChatReply> handler = Chain.chat("race")
                .environment(environment)
                .add("cost", CostSpec.defaults().chatMiddleware(resources))
                .add("hedge", spec.chatMiddleware(resources))
                .build()
                .around(models);
        ChatRequest request = ChatRequest.user("hi").withModel(RaceModels.FIRST);
        long[] took = new long[latencies.first().length];
        for (int i = 0; i < took.length; i++) {
            models.takes(latencies.first()[i], latencies.backup()[i]);
            long began = time.nanoTime();
            handler.call(request);
            took[i] = time.nanoTime() - began;
            models.awaitEnd();
        }
        Arrays.sort(took);
        CostTotals total = meter.total();
        return new Result(
                seconds(took, 0.5),
                seconds(took, 0.99),
                seconds(took, 0.999),
                (double) total.waste().hedges().requests() / took.length,
                share(
                        total.waste().hedges().usd().toBigDecimal(),
                        total.answers().usd().toBigDecimal()));
    }

    private static double share(BigDecimal part, BigDecimal whole) {
        return part.divide(whole, MathContext.DECIMAL64).doubleValue();
    }

    private static double seconds(long[] sorted, double quantile) {
        int index = Math.min(sorted.length - 1, (int) Math.ceil(quantile * sorted.length) - 1);
        return (double) sorted[Math.max(0, index)] / TimeUnit.SECONDS.toNanos(1);
    }
}
