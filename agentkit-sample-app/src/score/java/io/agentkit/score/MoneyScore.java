package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.resilience.Backoff;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.spec.Resources;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostSpec;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Money: a million charges of random size, at random prices and in random order, from 64 threads, through a chain with retry, meter and
 * cost. A part of the requests fails or is given up after the provider has billed it. The sums of the cost meter, of its lines and of the
 * budget must equal the sum that is added up beside them with {@link BigDecimal}, and spend must be answers and waste.
 */
final class MoneyScore implements Score {

    private static final int CHARGES = 1_000_000;

    private static final int THREADS = 64;

    private static final int MODELS = 50;

    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    /** US dollars per million tokens. */
    private record Prices(BigDecimal input, BigDecimal output, BigDecimal cacheRead, BigDecimal cacheWrite) {

        Rates rates() {
            return Rates.usd(
                    input.toPlainString(),
                    output.toPlainString(),
                    cacheRead.toPlainString(),
                    cacheWrite.toPlainString());
        }

        BigDecimal of(Usage usage) {
            return input.multiply(BigDecimal.valueOf(usage.input()))
                    .add(output.multiply(BigDecimal.valueOf(usage.output())))
                    .add(cacheRead.multiply(BigDecimal.valueOf(usage.cacheRead())))
                    .add(cacheWrite.multiply(BigDecimal.valueOf(usage.cacheWrite5m())))
                    .divide(MILLION);
        }
    }

    /** What a provider has to say to one request. */
    private record Bill(Usage usage, boolean fails, boolean isGivenUp) {}

    /** What one thread was billed. */
    private static final class Billed {

        private BigDecimal spend = BigDecimal.ZERO;
        private BigDecimal answers = BigDecimal.ZERO;
        private int charges;
    }

    private final Random random = new Random(20260101);

    private final Map<String, Prices> prices = prices();

    private final ThreadLocal<Bill> next = new ThreadLocal<>();

    private final ThreadLocal<Cancellation> cancellation = new ThreadLocal<>();

    private final CostMeter meter = new CostMeter(Time.system());

    private final Budgets budgets = Budgets.of(
            Map.of("all", BudgetSpec.of("global", new BudgetLimits(Money.usd(1_000_000_000_000L), null, null))),
            new InMemoryBudgetStore(Time.system()));

    private Map<String, Prices> prices() {
        Map<String, Prices> all = new HashMap<>();
        for (int i = 0; i < MODELS; i++) {
            all.put("model-" + i, new Prices(rate(), rate(), rate(), rate()));
        }
        return all;
    }

    private BigDecimal rate() {
        return BigDecimal.valueOf(random.nextLong(1_000_000_000L), random.nextInt(3, 10));
    }

    @Override
    public Figures measure(ScoreInput input) throws InterruptedException, ExecutionException {
        Handler<ChatRequest, ChatReply> handler = handler();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch together = new CountDownLatch(1);
        List<Future<Billed>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int seed = i;
            running.add(threads.submit(() -> {
                together.await();
                return charge(handler, new Random(seed));
            }));
        }
        long started = System.nanoTime();
        together.countDown();
        BigDecimal spend = BigDecimal.ZERO;
        BigDecimal answers = BigDecimal.ZERO;
        int charges = 0;
        for (Future<Billed> each : running) {
            spend = spend.add(each.get().spend);
            answers = answers.add(each.get().answers);
            charges += each.get().charges;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        threads.shutdown();
        return figures(input, charges, spend, answers, seconds);
    }

    private Figures figures(ScoreInput input, int charges, BigDecimal spend, BigDecimal answers, double seconds) {
        CostTotals total = meter.total();
        Money lines = meter.snapshot().byModel().values().stream()
                .map(line -> line.spend().usd())
                .reduce(Money.ZERO, Money::plus);
        Money budget =
                Objects.requireNonNull(budgets.find("all", "(all)")).spent().usd();
        Map<String, Money> sums = Map.of("cost meter", total.spend().usd(), "its lines", lines, "budget", budget);
        sums.forEach((name, sum) -> input.out().println(name + ": " + sum + " USD"));
        input.out().println("billed: " + spend.stripTrailingZeros().toPlainString() + " USD");
        input.out().println("waste: " + total.waste().usd() + " USD, undecided: " + total.undecided() + " USD");
        boolean exact =
                sums.values().stream().allMatch(sum -> sum.toBigDecimal().compareTo(spend) == 0)
                        && total.answers().usd().toBigDecimal().compareTo(answers) == 0
                        && total.undecided().isZero()
                        && total.spend().exact()
                        && total.spend().requests() == charges;
        String text = String.format(
                Locale.ROOT,
                "%,d charges from %d threads: %s; spend is answers and waste: %s; %,.0f charges a second",
                charges,
                THREADS,
                exact ? "equal to their exact sum in every book" : "NOT equal to their exact sum",
                total.undecided().isZero() ? "yes" : "NO",
                charges / seconds);
        return new Figures(exact && charges >= CHARGES, text);
    }

    private Handler<ChatRequest, ChatReply> handler() {
        Map<String, Rates> rates = new HashMap<>();
        prices.forEach((model, each) -> rates.put(model, each.rates()));
        ChainEnvironment environment = ChainEnvironment.defaults().withPricing(PriceBook.of(rates));
        Resources resources = Resources.of(environment, budgets, meter);
        RetrySpec retry = RetrySpec.defaults().withBackoff(new Backoff(Duration.ZERO, Duration.ZERO, null));
        return Chain.chat("money")
                .environment(environment)
                .add("meter", MeterSpec.defaults().chatMiddleware(resources))
                .add("cost", CostSpec.defaults().chatMiddleware(resources))
                .add("retry", retry.chatMiddleware(resources))
                .build()
                .around(this::answer);
    }

    private ChatReply answer(Attempt<ChatRequest> attempt) {
        Bill bill = Objects.requireNonNull(next.get());
        if (bill.isGivenUp()) {
            Objects.requireNonNull(cancellation.get()).cancel(Cancellation.Reason.CONSUMER);
        }
        if (bill.fails() || bill.isGivenUp()) {
            next.set(new Bill(bill.usage(), false, false));
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(bill.usage());
        }
        return ChatReply.of("ok", bill.usage());
    }

    private Billed charge(Handler<ChatRequest, ChatReply> handler, Random own) {
        Billed billed = new Billed();
        ChatRequest request = ChatRequest.user("charge");
        String[] models = prices.keySet().stream().sorted().toArray(String[]::new);
        while (billed.charges < CHARGES / THREADS + 1) {
            String model = models[own.nextInt(models.length)];
            Usage usage =
                    Usage.of(own.nextInt(100_000), own.nextInt(100_000), own.nextInt(50_000), own.nextInt(20_000));
            int ending = own.nextInt(10);
            boolean fails = ending < 2;
            boolean isGivenUp = ending == 9;
            next.set(new Bill(usage, fails, isGivenUp));
            cancellation.set(Cancellation.create());
            BigDecimal price = Objects.requireNonNull(prices.get(model)).of(usage);
            try {
                handler.call(
                        request.withModel(model),
                        CallSettings.DEFAULTS.withCancellation(Objects.requireNonNull(cancellation.get())));
                billed.answers = billed.answers.add(price);
            } catch (AgentKitException givenUp) {
                if (!isGivenUp) {
                    throw givenUp;
                }
            }
            billed.charges += fails ? 2 : 1;
            billed.spend = billed.spend.add(fails ? price.add(price) : price);
        }
        return billed;
    }
}
