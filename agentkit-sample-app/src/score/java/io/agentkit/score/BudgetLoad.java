package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.spec.Resources;
import io.agentkit.spend.BudgetExceededException;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.Enforcement;
import io.agentkit.spend.MeterSpec;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.BudgetWindow;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Many threads spend a budget for all, four tenants' inside it and ten users' inside those, until nothing more passes: models of three
 * prices, answers as long as they may be, and three of ten requests that fail or are cut.
 */
final class BudgetLoad {

    private static final List<String> MODELS = List.of("small", "medium", "large");

    private static final Money LIMIT = Money.usd("2.50");

    private static final Money TENANTS_LIMIT = Money.usd("0.80");

    private static final Money USERS_LIMIT = Money.usd("0.25");

    private static final int CALLS = 40_000;

    private final BudgetStore store = new InMemoryBudgetStore(Time.system());

    private final Budgets budgets;

    private final Handler<ChatRequest, ChatReply> handler;

    private final ChainEnvironment environment;

    private final AtomicReference<Money> billed = new AtomicReference<>(Money.ZERO);

    /**
     * What came of it.
     *
     * @param overshoot the most that any budget went over its limit
     * @param held what is still reserved anywhere
     * @param unused what the budget for all could not be spent on after all
     * @param unbilled the difference between what models have billed and what the budget for all has booked
     */
    record Outcome(Money overshoot, Money held, Money unused, Money unbilled) {

        boolean isExact() {
            return overshoot.isZero() && held.isZero() && unused.isZero() && unbilled.isZero();
        }
    }

    BudgetLoad(Enforcement enforcement) {
        PriceBook prices = PriceBook.of(Map.of(
                "small", Rates.usd("0.05", "0.40"),
                "medium", Rates.usd("1.25", "10"),
                "large", Rates.usd("15", "75")));
        environment = ChainEnvironment.defaults().withPricing(prices);
        Map<String, BudgetSpec> specs = new LinkedHashMap<>();
        specs.put("all", spec("global", LIMIT, enforcement, null));
        specs.put("tenants", spec("tenant", TENANTS_LIMIT, enforcement, "all"));
        specs.put("users", spec("user", USERS_LIMIT, enforcement, "tenants"));
        budgets = Budgets.of(specs, store);
        handler = Chain.chat("load")
                .environment(environment)
                .add("meter", MeterSpec.defaults().chatMiddleware(Resources.of(environment, budgets)))
                .build()
                .around(this::answer);
    }

    private static BudgetSpec spec(String scope, Money limit, Enforcement enforcement, @Nullable String parent) {
        return BudgetSpec.builder(scope, new BudgetLimits(limit, null, null))
                .enforcement(enforcement)
                .parent(parent)
                .build();
    }

    /** As long as it may be; the scope says how it ends. */
    private ChatReply answer(Attempt<ChatRequest> attempt) {
        ChatRequest request = attempt.request();
        int most = Objects.requireNonNull(request.options().maxOutputTokens());
        String ending = attempt.call().scope().get("ending");
        if ("fails".equals(ending)) {
            throw new AgentKitException(ErrorKind.OVERLOADED, "busy");
        }
        Usage usage = Usage.of(2, "is-cut".equals(ending) ? most / 2 : most);
        Money price = Objects.requireNonNull(environment.pricing().price(request.model(), usage));
        billed.accumulateAndGet(price, Money::plus);
        if ("is-cut".equals(ending)) {
            throw new AgentKitException(ErrorKind.CANCELLED, "cut").withUsage(usage);
        }
        return ChatReply.builder()
                .message(Message.assistant("ok"))
                .usage(usage)
                .model(request.model())
                .build();
    }

    Outcome run(int threads) throws InterruptedException {
        CountDownLatch together = new CountDownLatch(threads);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Random random = new Random(i);
            all[i] = new Thread(() -> {
                together.countDown();
                for (int call = 0; call < CALLS / threads; call++) {
                    ask(random);
                }
            });
            all[i].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return outcome();
    }

    private void ask(Random random) {
        int dice = random.nextInt(20);
        Run run = Run.create(
                environment,
                spec -> spec.tenant("t" + random.nextInt(4))
                        .user("u" + random.nextInt(10))
                        .scope("ending", dice < 3 ? "fails" : dice < 6 ? "is-cut" : "answers"));
        ChatRequest request = ChatRequest.builder()
                .messages(List.of(Message.user("hi")))
                .model(MODELS.get(random.nextInt(MODELS.size())))
                .options(ChatOptions.DEFAULTS.withMaxOutputTokens(1 + random.nextInt(400)))
                .build();
        try {
            handler.call(request, CallSettings.DEFAULTS.withRun(run));
        } catch (BudgetExceededException refused) {
            // Counted by the budget.
        } catch (AgentKitException failed) {
            if (failed.kind() != ErrorKind.OVERLOADED && failed.kind() != ErrorKind.CANCELLED) {
                throw failed;
            }
        }
    }

    private Outcome outcome() {
        Money over = Money.ZERO;
        Money held = Money.ZERO;
        for (BudgetStatus status : statuses()) {
            Money limit = Objects.requireNonNull(status.limit().usd());
            over = over.max(status.spent().usd().minus(limit));
            held = held.plus(status.reserved().usd());
        }
        BudgetAmounts all = Objects.requireNonNull(budgets.find("all", "(all)")).spent();
        return new Outcome(over, held, unused(all.usd()), billed.get().minus(all.usd()));
    }

    private List<BudgetStatus> statuses() {
        List<BudgetStatus> statuses = new ArrayList<>();
        for (String name : budgets.names()) {
            statuses.addAll(
                    Objects.requireNonNull(budgets.page(name, null, 10_000)).keys());
        }
        return statuses;
    }

    /** Spends the rest to the last billionth of a billionth, and asks for one more. */
    private Money unused(Money spent) {
        BudgetKey key = new BudgetKey("all", "(all)");
        BudgetLimits limits = new BudgetLimits(LIMIT, null, null);
        BudgetHold hold = store.hold(
                new BudgetLevels(List.of(new BudgetLevel(key, BudgetWindow.NONE, limits, BudgetPolicy.RESERVE))));
        Money rest = LIMIT.minus(spent);
        hold.need(BudgetNeed.of(rest, 1));
        if (store.reserve(hold) != null) {
            return rest;
        }
        store.settle(hold, rest, 1, 1);
        hold.need(BudgetNeed.of(Money.usd("0.000000000000000001"), 1));
        return store.reserve(hold) == null ? Money.usd(-1) : Money.ZERO;
    }
}
