package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.test.RecordedStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Answers, failures and retries, in one piece and streamed, from several threads against several budgets at once. */
class BudgetStormTests {

    private static final int THREADS = 6;

    private static final int CALLS = 80;

    private static final Money PER_TOKEN = Money.usd("0.00001");

    private final AtomicLong billedTokens = new AtomicLong();

    private final AtomicLong billedRequests = new AtomicLong();

    @Test // BU-01, BU-04, BU-05, CO-20, TC-437
    void spendsWhatWasBilledAndNeverMoreThanTheLimitAndHoldsNothingBack() throws InterruptedException {
        Metered metered = Metered.with("all", "global", Priced.usd("1.00"))
                .and("tenants", "tenant", new BudgetLimits(null, 40_000L, null))
                .and("runs", "run", Priced.calls(3));
        storm(metered);

        inParallel(seed -> work(metered, new Random(seed)));

        BudgetAmounts all = metered.status("all", "(all)").spent();
        assertThat(all)
                .isEqualTo(new BudgetAmounts(
                        PER_TOKEN.times(billedTokens.get()), billedTokens.get(), billedRequests.get()));
        assertThat(all.usd()).isBetween(Money.usd("0.85"), Money.usd("1.00"));
        assertThat(metered.costs.snapshot().spendUsd()).isEqualTo(all.usd());
        assertThat(spent(metered, "tenants").tokens()).isEqualTo(all.tokens());
        assertThat(spent(metered, "runs").usd()).isEqualTo(all.usd());
        assertThat(keys(metered, "tenants"))
                .allSatisfy(key -> assertThat(key.spent().tokens()).isLessThanOrEqualTo(40_000));
        assertThat(keys(metered, "runs"))
                .allSatisfy(key -> assertThat(key.spent().calls()).isLessThanOrEqualTo(3));
        assertNothingReserved(metered);
    }

    @Test // BU-07
    void holdsNothingBackAfterResetsAndOtherLimitsAndMidnightsInBetween() throws InterruptedException {
        BudgetSpec daily = BudgetSpec.builder("tenant", Priced.tokens(30_000))
                .window("1d", ZoneId.of("Europe/Berlin"))
                .build();
        Metered metered = Metered.with("all", "global", Priced.usd("1.00"))
                .and("daily", daily)
                .and("runs", "run", Priced.calls(3));
        storm(metered);
        AtomicBoolean negative = new AtomicBoolean();

        inParallel(seed -> {
            Random random = new Random(seed);
            if (seed > 0) {
                work(metered, random);
                return;
            }
            for (int i = 0; i < 4 * CALLS; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> metered.budgets().resetAll("daily");
                    case 1 -> metered.budgets().reset("all", "(all)");
                    case 2 -> metered.budgets().change("all", Priced.usd(random.nextBoolean() ? "0" : "2.00"));
                    default -> metered.harness.time.advance(Duration.ofHours(7));
                }
                BudgetAmounts spent = metered.status("all", "(all)").spent();
                negative.compareAndSet(false, spent.usd().isNegative() || spent.tokens() < 0 || spent.calls() < 0);
            }
        });
        metered.budgets().resetAll("all");
        metered.harness.time.advance(Duration.ofDays(2));

        assertThat(negative).isFalse();
        assertNothingReserved(metered);
        assertThat(metered.status("all", "(all)").spent()).isEqualTo(BudgetAmounts.NONE);
        assertThat(keys(metered, "daily")).isEmpty();
        assertThat(metered.costs.snapshot().spendUsd()).isEqualTo(PER_TOKEN.times(billedTokens.get()));
    }

    private void storm(Metered metered) {
        metered.harness.add("again", Again.onFailure());
        metered.build();
        metered.harness.model.always(this::answer);
    }

    /** Each run says in its scope how its requests end. */
    private static void work(Metered metered, Random random) {
        for (int i = 0; i < CALLS; i++) {
            Run run = Run.create(
                    metered.harness.environment(),
                    spec -> spec.tenant("t" + random.nextInt(3)).scope("ending", Integer.toString(random.nextInt(5))));
            CallSettings settings = CallSettings.DEFAULTS.withRun(run);
            if (random.nextBoolean()) {
                settings = settings.streamingTo(new RecordedStream(), StreamMode.COMMIT);
            }
            try {
                metered.harness.chatHandler().call(Priced.request(random.nextInt(1, 800)), settings);
            } catch (RuntimeException ended) {
                assertThat(ended).isInstanceOf(AgentKitException.class);
            }
        }
    }

    private ChatReply answer(Attempt<ChatRequest> attempt) {
        int most = attempt.request().options().maxOutputTokens();
        Usage usage = Usage.of(2, most);
        boolean streams = attempt.isStreaming();
        switch (attempt.call().scope().get("ending")) {
            case "0" -> throw new AgentKitException(ErrorKind.OVERLOADED, "busy");
            case "1" -> {
                bill(usage);
                throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(usage);
            }
            case "2" -> {
                if (streams) {
                    attempt.delta(Delta.text("hel"));
                    attempt.delta(Delta.usage(usage));
                    bill(usage);
                }
                throw new AgentKitException(ErrorKind.NETWORK, "gone");
            }
            default -> {
                bill(usage);
                if (streams) {
                    attempt.delta(Delta.text("hello"));
                    return attempt.assembled().usage(usage).model(Priced.MODEL).build();
                }
                return Priced.reply(0).mutate().usage(usage).build();
            }
        }
    }

    private void bill(Usage usage) {
        billedTokens.addAndGet(usage.total());
        billedRequests.incrementAndGet();
    }

    private static void inParallel(IntConsumer work) throws InterruptedException {
        CountDownLatch together = new CountDownLatch(THREADS);
        Thread[] threads = new Thread[THREADS];
        AtomicLong finished = new AtomicLong();
        for (int i = 0; i < THREADS; i++) {
            int seed = i;
            threads[i] = new Thread(() -> {
                together.countDown();
                work.accept(seed);
                finished.incrementAndGet();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(finished).hasValue(THREADS);
    }

    private static List<BudgetStatus> keys(Metered metered, String budget) {
        BudgetPage page = metered.budgets().page(budget, null, 10_000);
        return page == null ? List.of() : page.keys();
    }

    private static BudgetAmounts spent(Metered metered, String budget) {
        Money usd = Money.ZERO;
        long tokens = 0;
        long calls = 0;
        for (BudgetStatus key : keys(metered, budget)) {
            usd = usd.plus(key.spent().usd());
            tokens += key.spent().tokens();
            calls += key.spent().calls();
        }
        return new BudgetAmounts(usd, tokens, calls);
    }

    private static void assertNothingReserved(Metered metered) {
        for (String budget : metered.budgets().names()) {
            assertThat(keys(metered, budget))
                    .allSatisfy(key -> assertThat(key.reserved()).isEqualTo(BudgetAmounts.NONE));
        }
    }
}
