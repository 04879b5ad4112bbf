package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.StreamMode;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.price.TierRates;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.test.RecordedStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeterTests {

    private static final String ALL = "(all)";

    private final Metered metered =
            Metered.with("money", "global", Priced.usd("1")).build();

    @Test // TC-030
    void chargesAWholeStreamOnce() {
        metered.harness.model.run(attempt -> {
            attempt.delta(Delta.text("hel"));
            attempt.delta(Delta.text("lo"));
            return attempt.assembled().usage(Usage.of(500, 500)).build();
        });

        stream(Cancellation.NEVER);

        assertSpent("0.01", 1_000, 1);
    }

    @Test
    void reservesForEachOfSeveralAnswers() {
        metered.harness.model.run(attempt -> {
            assertThat(status().reserved().usd()).isBetween(Money.usd("0.015"), Money.usd("0.016"));
            return Priced.reply(1);
        });

        metered.chat(AskedRequest.choices(3, 500));
    }

    @Test
    void reservesTheDearerOfTheTierThatWasAskedForAndTheOrdinaryOne() {
        Rates rates = Rates.usd("10", "10").in(ServiceTier.PRIORITY, TierRates.usd("30", "30", null));
        Metered tiered = new Metered();
        tiered.harness.pricing(PriceBook.of(Map.of("t", rates)));
        tiered.and("money", "global", Priced.usd("1")).build();
        List<Money> reserved = new ArrayList<>();
        tiered.harness.model.always(attempt -> {
            reserved.add(tiered.status("money", ALL).reserved().usd());
            return Priced.reply("t", 0);
        });

        tiered.chat(AskedRequest.tier("t", ServiceTier.STANDARD, 1_000));
        tiered.chat(AskedRequest.tier("t", ServiceTier.FLEX, 1_000));
        tiered.chat(AskedRequest.tier("t", ServiceTier.PRIORITY, 1_000));
        tiered.chat(AskedRequest.tier("t", ServiceTier.PROVISIONED, 1_000));

        Money ordinary = reserved.get(0);
        assertThat(ordinary).isBetween(Money.usd("0.01"), Money.usd("0.011"));
        assertThat(reserved).containsExactly(ordinary, ordinary, ordinary.times(3), ordinary);
    }

    @Test
    void givesBackWhatWasHeldBeforeItLearnsFromTheAnswer() {
        AtomicReference<@Nullable Money> held = new AtomicReference<>();
        ChatRequest watching = AskedRequest.watched(() -> {
            if (metered.harness.model.calls() == 1) {
                held.set(status().reserved().usd());
                throw new IllegalStateException("nothing can be learned");
            }
        });
        metered.harness.model.reply(Priced.reply(1));

        metered.chat(watching);

        assertThat(held.get()).isEqualTo(Money.ZERO);
        assertSpent("0.01", 1_000, 1);
    }

    @Test // TC-031, TC-033, CO-17, CO-18
    void chargesWhatArrivedWhenTheConsumerGoesAway() {
        Cancellation cancellation = Cancellation.create();
        metered.harness.model.run(attempt -> {
            attempt.delta(Delta.text("hello"));
            attempt.delta(Delta.usage(Usage.of(500, 500)));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("the connection is closed");
        });

        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(cancellation));

        assertSpent("0.01", 1_000, 1);
    }

    @Test // CO-17, CO-18
    void chargesAnEstimateWhenTheConsumerGoesAwayBeforeTheUsageCame() {
        Cancellation cancellation = Cancellation.create();
        metered.harness.model.run(attempt -> {
            attempt.delta(Delta.text("x".repeat(400)));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("the connection is closed");
        });

        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(cancellation));

        assertThat(status().spent().tokens()).isBetween(100L, 120L);
        assertThat(status().spent().usd()).isGreaterThan(Money.usd("0.001"));
    }

    @Test // CO-19
    void chargesAtMostThePromptWhenNothingArrived() {
        Cancellation cancellation = Cancellation.create();
        metered.harness.model.run(attempt -> {
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("the connection is closed");
        });

        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(cancellation));

        assertThat(status().spent().tokens()).isLessThan(10);
    }

    @Test // TC-034
    void chargesWhatArrivedBeforeTheProviderFailed() {
        metered.harness.model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(500, 500)));
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(() -> stream(Cancellation.NEVER)).hasMessage("broken");

        assertSpent("0.01", 1_000, 1);
    }

    @Test // TC-035, CO-25
    void chargesNothingWhenTheProviderFailedBeforeAnythingArrived() {
        metered.harness.model.fail(new IllegalStateException("broken"));

        assertThatThrownBy(() -> stream(Cancellation.NEVER)).hasMessage("broken");

        assertSpent("0", 0, 0);
        assertThat(status().reserved()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void chargesAFailureThatSaysWhatItWasBilled() {
        metered.harness.model.fail(
                new AgentKitException(ErrorKind.UNAVAILABLE, "broken").withUsage(Usage.of(500, 500)));

        assertThatThrownBy(() -> metered.chat(Priced.request(100))).hasMessage("broken");

        assertSpent("0.01", 1_000, 1);
    }

    @Test // TC-036
    void throwsNoBreachOutOfACloseAndRefusesTheNextCall() {
        Cancellation cancellation = Cancellation.create();
        metered.harness.model.run(attempt -> {
            attempt.delta(Delta.usage(Usage.of(100_000, 100_000)));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("the connection is closed");
        });

        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(cancellation));

        assertSpent("2", 200_000, 1);
        assertThatExceptionOfType(BudgetExceededException.class).isThrownBy(() -> metered.chat(Priced.request(1)));
        assertThat(metered.harness.model.calls()).isEqualTo(1);
    }

    @Test // TC-037, TC-038, TC-039, TC-040
    void neverChargesAnswersThatACacheInsideGives() {
        Metered cached = Metered.with("money", "global", Priced.usd("0.015")).build();
        cached.harness.add("memoize", new Remembering());
        cached.replies(1);

        for (int i = 0; i < 20; i++) {
            assertThat(cached.chat(Priced.request(10)).text()).isEqualTo("hello");
        }

        assertThat(cached.harness.model.calls()).isEqualTo(1);
        assertThat(cached.spent("money", ALL)).isEqualTo(Money.usd("0.01"));
        assertThat(cached.status("money", ALL).spent().calls()).isEqualTo(1);
    }

    @Test // TC-041
    void chargesEveryPhysicalRequestOfARetryThatIsPaidFor() {
        metered.harness.add("again", Again.onFailure());
        metered.harness
                .model
                .fail(new AgentKitException(ErrorKind.OVERLOADED, "busy"))
                .fail(new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(Usage.of(500, 500)))
                .reply(Priced.reply(1));

        metered.chat(Priced.request(10));

        assertThat(metered.harness.model.calls()).isEqualTo(3);
        assertSpent("0.02", 2_000, 2);
    }

    @Test // TC-043
    void keepsTenantsApart() {
        Metered tenants = Metered.with("daily", "tenant", Priced.usd("0.05")).build();
        tenants.replies(2, 2, 2, 2);

        for (String tenant : new String[] {"acme", "globex"}) {
            tenants.chat(Priced.request(10), run -> run.tenant(tenant));
            tenants.chat(Priced.request(10), run -> run.tenant(tenant));
            assertThatExceptionOfType(BudgetExceededException.class)
                    .isThrownBy(() -> tenants.chat(Priced.request(1_500), run -> run.tenant(tenant)));
        }

        assertThat(tenants.spent("daily", "acme")).isEqualTo(Money.usd("0.04"));
        assertThat(tenants.spent("daily", "globex")).isEqualTo(Money.usd("0.04"));
    }

    @Test // TC-044, BU-15
    void chargesEveryBudgetAndNamesTheOneThatRefuses() {
        Metered two = Metered.with("roomy", "global", Priced.usd("9"))
                .and("tight", "global", Priced.usd("0.10"))
                .build();
        two.replies(4, 4, 4);
        two.chat(Priced.request(10));
        two.chat(Priced.request(10));
        two.chat(Priced.request(10));

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> two.chat(Priced.request(10)))
                .satisfies(refusal -> {
                    assertThat(refusal.budget()).isEqualTo("tight");
                    assertThat(refusal.spent().usd()).isEqualTo(Money.usd("0.12"));
                });

        assertThat(two.spent("tight", ALL)).isEqualTo(Money.usd("0.12"));
        assertThat(two.spent("roomy", ALL)).isEqualTo(Money.usd("0.12"));
    }

    @Test // TC-045
    void chargesTheBudgetOfTheAgentThatCalls() {
        Metered agents = Metered.with("steps", "agent", Priced.calls(1)).build();
        agents.replies(1, 1);

        agents.chat(Priced.request(10), run -> run.agent("support"));
        agents.chat(Priced.request(10), run -> run.agent("sales"));

        assertThat(agents.status("steps", "support").spent()).isEqualTo(new BudgetAmounts(Money.usd("0.01"), 1_000, 1));
        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> agents.chat(Priced.request(10), run -> run.agent("support")));
    }

    @Test
    void passesEverythingWhereThereAreNoBudgets() {
        Metered none = new Metered().build().replies(1);

        assertThat(none.chat(Priced.request(10)).text()).isEqualTo("hello");
    }

    @Test
    void booksWhatTheProviderCountedWhenThatComesAfterACancellation() {
        Cancellation cancellation = Cancellation.create();
        var sent = new AtomicReference<Attempt<ChatRequest>>();
        metered.harness.model.run(attempt -> {
            sent.set(attempt);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new IllegalStateException("the connection is closed");
        });
        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> stream(cancellation));

        sent.get().late(Usage.of(500, 500));

        assertSpent("0.01", 1_000, 1);
    }

    private void stream(Cancellation cancellation) {
        metered.harness
                .chatHandler()
                .call(
                        Priced.request(1_000),
                        CallSettings.DEFAULTS
                                .withCancellation(cancellation)
                                .streamingTo(new RecordedStream(), StreamMode.COMMIT));
    }

    private BudgetStatus status() {
        return metered.status("money", ALL);
    }

    private void assertSpent(String usd, long tokens, long calls) {
        assertThat(status().spent()).isEqualTo(new BudgetAmounts(Money.usd(usd), tokens, calls));
    }

    /** A cache of one answer. */
    private static final class Remembering implements ChatMiddleware {

        private @Nullable ChatReply kept;

        @Override
        public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
            if (kept != null) {
                return kept.mutate().cacheStatus(CacheStatus.HIT).build();
            }
            ChatReply reply = next.call(call);
            kept = reply;
            return reply;
        }
    }
}
