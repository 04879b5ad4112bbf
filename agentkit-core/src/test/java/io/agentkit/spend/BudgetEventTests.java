package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.RequestSent;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetRefusal;
import io.agentkit.store.BudgetState;
import io.agentkit.store.BudgetStore;
import io.agentkit.store.BudgetThreshold;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BudgetEventTests {

    private final Metered metered =
            Metered.with("daily", "tenant", Priced.usd("0.02")).build();

    @Test // TC-349
    void tellsThatABudgetIsUsedUpBeforeItRefuses() {
        metered.replies(2);
        chat(10);

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> chat(10));

        assertThat(metered.harness.events.of(BudgetExceeded.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.name()).isEqualTo("budget.exceeded");
                    assertThat(event.budget()).isEqualTo("daily");
                    assertThat(event.scope()).isEqualTo("tenant");
                    assertThat(event.key()).isEqualTo("acme");
                    assertThat(event.limit()).isEqualTo(Priced.usd("0.02"));
                    assertThat(event.used().usd()).isEqualTo(Money.usd("0.02"));
                });
        assertThat(metered.harness.events.of(RequestSent.class)).hasSize(1);
    }

    @Test
    void tellsARefusalOfWhatDoesNotFitFromOneOfAnEmptyBudget() {
        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> chat(5_000));

        assertThat(metered.harness.events.of(BudgetExceeded.class)).isEmpty();
        assertThat(metered.harness.events.of(BudgetRefused.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.name()).isEqualTo("budget.refused");
                    assertThat(event.reason()).isEqualTo(RefusalReason.USD);
                });
    }

    @Test
    void tellsWhatItReserved() {
        metered.replies(1);

        chat(10);

        assertThat(metered.harness.events.of(BudgetReserved.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.name()).isEqualTo("budget.reserved");
                    assertThat(event.levels())
                            .extracting(level -> level.key().budget())
                            .containsExactly("daily");
                    assertThat(event.number()).isEqualTo(1);
                    assertThat(event.need().usd()).isGreaterThan(Money.usd("0.0001"));
                });
    }

    @Test // TC-350
    void refusesAlsoWhenTheListenerThrows() {
        metered.replies(2);
        chat(10);
        metered.harness.environment(metered.harness.environment().withListener(event -> {
            throw new IllegalStateException("broken listener");
        }));

        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> chat(10));
    }

    @Test // BU-18
    void saysNoMoreThanTheBudgetsNameToWhoeverReadsTheMessage() {
        metered.replies(2);
        chat(10);

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> chat(10))
                .withMessage("Budget 'daily' has not enough money left for this call")
                .satisfies(refusal -> {
                    assertThat(refusal.kind()).isEqualTo(ErrorKind.BUDGET_EXCEEDED);
                    assertThat(refusal.isRetryable()).isFalse();
                    assertThat(refusal.scope()).isEqualTo("tenant");
                    assertThat(refusal.key()).isEqualTo("acme");
                    assertThat(refusal.limit()).isEqualTo(Priced.usd("0.02"));
                });
    }

    @Test // BU-06
    void refusesWhenTheStoreFails() {
        ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
        BudgetStore broken = new BrokenStore(new InMemoryBudgetStore(harness.time));
        Budgets budgets = Budgets.of(Map.of("b", BudgetSpec.of("global", Priced.usd("1"))), broken);
        harness.add("meter", MeterSpec.defaults().chatMiddleware(harness.resources(budgets)));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> harness.chatHandler().call(Priced.request(10)))
                .satisfies(error -> assertThat(error.kind()).isEqualTo(ErrorKind.STORE));
        assertThat(harness.model.calls()).isZero();
    }

    private void chat(int maxOutputTokens) {
        metered.chat(Priced.request(maxOutputTokens), run -> run.tenant("acme"));
    }

    private record BrokenStore(InMemoryBudgetStore store) implements BudgetStore {

        @Override
        public @Nullable BudgetRefusal reserve(BudgetHold hold) {
            throw new AgentKitException(ErrorKind.STORE, "The store cannot be reached");
        }

        @Override
        public BudgetHold hold(BudgetLevels levels) {
            return store.hold(levels);
        }

        @Override
        public List<BudgetThreshold> settle(BudgetHold hold, Money usd, long tokens, long calls) {
            throw new AssertionError("nothing was reserved");
        }

        @Override
        public List<BudgetThreshold> correct(BudgetHold hold, Money usd, long tokens, long calls) {
            throw new AssertionError("nothing was reserved");
        }

        @Override
        public List<BudgetState> history(BudgetKey key, int size) {
            return store.history(key, size);
        }

        @Override
        public Instant now() {
            return store.now();
        }

        @Override
        public @Nullable BudgetState find(BudgetKey key) {
            return store.find(key);
        }

        @Override
        public List<BudgetState> page(String budget, @Nullable String after, int size) {
            return store.page(budget, after, size);
        }

        @Override
        public List<BudgetState> fullest(String budget, BudgetLimits limits, int size) {
            return store.fullest(budget, limits, size);
        }

        @Override
        public long count(String budget) {
            return store.count(budget);
        }

        @Override
        public void reset(BudgetKey key) {
            store.reset(key);
        }

        @Override
        public void resetAll(String budget) {
            store.resetAll(budget);
        }
    }
}
