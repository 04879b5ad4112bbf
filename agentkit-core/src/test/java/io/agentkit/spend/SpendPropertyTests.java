package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.StreamMode;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetPolicy;
import io.agentkit.store.BudgetWindow;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.FakeTime;
import io.agentkit.test.RecordedStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpendPropertyTests {

    private static final String ALL = "(all)";

    /** What a model does with one request. */
    enum Ending {
        ANSWERS,
        FAILS_UNBILLED,
        FAILS_BILLED,
        IS_CANCELLED_AFTER_ITS_USAGE
    }

    @Test // TC-420, TC-436
    void makesAThousandDollarsOfAMillionTenthsOfACent() {
        Money tenthOfACent = Money.usd("0.001");
        InMemoryBudgetStore store = new InMemoryBudgetStore(new FakeTime());
        CostMeter meter = new CostMeter(new FakeTime());
        Run run = Priced.run(Scope.NONE);
        BudgetKey key = new BudgetKey("b", "x");
        BudgetHold hold = store.hold(new BudgetLevels(
                List.of(new BudgetLevel(key, BudgetWindow.NONE, Priced.usd("1000"), BudgetPolicy.RESERVE))));
        hold.need(BudgetNeed.of(tenthOfACent, 1));
        for (int i = 0; i < 1_000_000; i++) {
            assertThat(store.reserve(hold)).isNull();
            store.settle(hold, tenthOfACent, 1, 1);
            meter.request("m", run, Usage.of(1, 0), tenthOfACent);
        }

        assertThat(meter.snapshot().spendUsd()).isEqualTo(Money.usd(1_000));
        assertThat(store.find(key))
                .satisfies(state -> assertThat(state.spent().usd()).isEqualTo(Money.usd(1_000)));
        assertThat(store.reserve(hold)).isNotNull();
    }

    @Property(tries = 60) // TC-436
    void addsUpToTheSameInAnyOrder(
            @ForAll @Size(max = 30) List<@BigRange(min = "0", max = "100") @Scale(18) BigDecimal> charges,
            @ForAll long seed) {
        List<BigDecimal> shuffled = new ArrayList<>(charges);
        Collections.shuffle(shuffled, new Random(seed));
        BigDecimal exact = charges.stream().reduce(BigDecimal.ZERO, BigDecimal::add);

        assertThat(sum(charges).toBigDecimal()).isEqualByComparingTo(exact);
        assertThat(sum(shuffled)).isEqualTo(sum(charges));
    }

    private static Money sum(List<BigDecimal> charges) {
        CostMeter meter = new CostMeter(new FakeTime());
        Run run = Priced.run(Scope.NONE);
        charges.forEach(usd -> meter.request("m", run, Usage.of(1, 0), Money.of(usd)));
        return meter.snapshot().spendUsd();
    }

    @Property(tries = 80) // TC-436, CO-20, CO-22
    void spendsWhatTheModelBilledWhateverHappens(
            @ForAll @Size(min = 1, max = 12) List<Ending> endings, @ForAll @IntRange(min = 1, max = 400) int tokens) {
        Metered metered = Metered.with("b", "global", Priced.usd("1000")).build();
        metered.harness.add("again", Again.onFailure());
        Billing billing = new Billing(endings, tokens);
        metered.harness.model.always(billing::answer);
        Run run = Run.create(metered.harness.environment(), spec -> {});

        while (!billing.isDone()) {
            ask(metered, billing, run);
        }

        BudgetStatus status = metered.status("b", ALL);
        assertThat(status.spent()).isEqualTo(new BudgetAmounts(billing.usd(), billing.tokens, billing.requests));
        assertThat(status.reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(metered.costs.snapshot().spendUsd()).isEqualTo(billing.usd());
        assertThat(metered.costs.snapshot().total().spend().requests()).isEqualTo(billing.requests);
        assertThat(metered.costs.snapshot().total().answers().calls()).isEqualTo(billing.answers);
        assertThat(run.spend().usd()).isEqualTo(billing.usd());
        assertThat(status.exceeded()).isFalse();
    }

    private static void ask(Metered metered, Billing billing, Run run) {
        billing.cancellation = Cancellation.create();
        CallSettings settings = CallSettings.DEFAULTS
                .withRun(run)
                .withCancellation(billing.cancellation)
                .streamingTo(new RecordedStream(), StreamMode.COMMIT);
        try {
            metered.harness.chatHandler().call(Priced.request(10), settings);
        } catch (RuntimeException ended) {
            assertThat(billing.answers).isLessThanOrEqualTo(billing.requests);
        }
    }

    /** Ends requests as it is told, and notes what it bills for them. */
    private static final class Billing {

        final List<Ending> endings;
        final int size;
        Cancellation cancellation = Cancellation.create();
        long tokens;
        long requests;
        long answers;
        private int next;

        Billing(List<Ending> endings, int size) {
            this.endings = endings;
            this.size = size;
        }

        boolean isDone() {
            return next >= endings.size();
        }

        Money usd() {
            return Money.usd("0.00001").times(tokens);
        }

        ChatReply answer(Attempt<ChatRequest> attempt) {
            Ending ending = isDone() ? Ending.ANSWERS : endings.get(next++);
            Usage usage = Usage.of(size, size);
            if (ending != Ending.FAILS_UNBILLED) {
                tokens += usage.total();
                requests++;
            }
            switch (ending) {
                case ANSWERS -> {
                    answers++;
                    attempt.delta(Delta.text("hello"));
                    return attempt.assembled().usage(usage).model(Priced.MODEL).build();
                }
                case FAILS_BILLED -> throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(usage);
                case IS_CANCELLED_AFTER_ITS_USAGE -> {
                    attempt.delta(Delta.usage(usage));
                    cancellation.cancel(Cancellation.Reason.CONSUMER);
                }
                case FAILS_UNBILLED -> {}
            }
            throw new AgentKitException(ErrorKind.OVERLOADED, "busy");
        }
    }

    @ParameterizedTest // BU-01, BU-02, TC-437
    @ValueSource(ints = {1, 8, 64})
    void neverOverstepsWhenRequestsStateTheirMaximum(int threads) throws InterruptedException {
        Metered metered = Metered.with("b", "global", Priced.usd("0.50")).build();
        metered.harness.model.always(attempt -> Priced.reply(0)
                .mutate()
                .usage(Usage.of(5, attempt.request().options().maxOutputTokens()))
                .build());
        int calls = 512 / threads;
        CountDownLatch together = new CountDownLatch(1);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Random random = new Random(i);
            all[i] = new Thread(() -> {
                try {
                    together.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                for (int n = 0; n < calls; n++) {
                    try {
                        metered.chat(Priced.request(random.nextInt(1, 1_000)));
                    } catch (BudgetExceededException refused) {
                        assertThat(refused.budget()).isEqualTo("b");
                    }
                }
            });
            all[i].start();
        }
        together.countDown();
        for (Thread thread : all) {
            thread.join();
        }

        BudgetStatus status = metered.status("b", ALL);
        assertThat(status.spent().usd()).isLessThanOrEqualTo(Money.usd("0.50")).isGreaterThan(Money.usd("0.48"));
        assertThat(status.reserved()).isEqualTo(BudgetAmounts.NONE);
        assertThat(metered.costs.snapshot().spendUsd()).isEqualTo(status.spent().usd());
        assertThat(status.refusals()).isPositive();
    }
}
