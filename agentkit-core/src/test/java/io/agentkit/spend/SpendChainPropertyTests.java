package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorKind;
import io.agentkit.Next;
import io.agentkit.Run;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageSum;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Spend equals what the model billed, and answers and waste add up to it, whatever stands in the chain and however requests end. */
class SpendChainPropertyTests {

    private static final Usage SIZE = Usage.of(300, 200);

    /** What stands around the model, in any order and number. */
    enum Stage {
        RETRY(Again.onFailure()),
        FALLBACK((call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failed) {
                return next.call(call.withRequest(call.request().withModel("dear")));
            }
        }),
        RACE(SpendChainPropertyTests::race),
        REPAIR((call, next) -> {
            next.call(call);
            return next.call(call).withText("repaired");
        }),
        RECOVERY((call, next) -> {
            try {
                return next.call(call);
            } catch (AgentKitException failed) {
                return ChatReply.of("sorry", Usage.NONE);
            }
        }),
        APPENDING((call, next) -> next.call(call).withText("changed"));

        private final ChatMiddleware middleware;

        Stage(ChatMiddleware middleware) {
            this.middleware = middleware;
        }
    }

    /** What becomes of a request. */
    enum Ending {
        ANSWERS,
        FAILS_UNBILLED,
        FAILS_BILLED,
        IS_COUNTED_AT_ONCE_AFTER_IT_FAILED,
        IS_COUNTED_AFTER_ITS_CALL,
        IS_CANCELLED_WITH_ITS_CALL
    }

    private static ChatReply race(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        Cancellation first = call.cancellation().child();
        @Nullable ChatReply lost = null;
        try {
            lost = next.call(call.withCancellation(first));
        } catch (AgentKitException failed) {
            assertThat(failed.kind()).isNotNull();
        }
        first.cancel(Cancellation.Reason.LOST);
        try {
            return next.call(call);
        } catch (AgentKitException failed) {
            if (lost == null) {
                throw failed;
            }
            return lost;
        }
    }

    @Property(tries = 400) // TC-211, TC-436, CO-21, CO-22, CO-29
    void addsUpToWhatTheModelBilled(
            @ForAll @Size(max = 4) List<Stage> stages,
            @ForAll @IntRange(min = 0, max = 4) int place,
            @ForAll boolean cached,
            @ForAll @Size(min = 1, max = 10) List<Ending> endings) {
        ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
        CostMeter meter = new CostMeter(harness.time);
        Billing billing = new Billing(endings);
        List<ChatMiddleware> all =
                new ArrayList<>(stages.stream().map(stage -> stage.middleware).toList());
        all.add(Math.min(place, all.size()), CostSpec.defaults().chatMiddleware(harness.resources(meter)));
        if (cached) {
            all.add(0, new OneAnswer());
        }
        for (ChatMiddleware middleware : all) {
            harness.add("m", middleware);
        }
        harness.model.always(billing::answer);
        Run run = Run.create(harness.environment(), spec -> spec.tenant("acme"));

        while (!billing.isDone()) {
            ask(harness, billing, run);
        }
        ask(harness, billing, run);

        assertBilled(meter.snapshot(), billing);
        assertThat(run.spend().usd()).isEqualTo(billing.usd);
        assertThat(run.spend().exact()).isTrue();
    }

    private static void ask(ChainHarness harness, Billing billing, Run run) {
        billing.cancellation = Cancellation.create();
        int before = billing.next;
        try {
            harness.chatHandler()
                    .call(
                            Priced.request(10),
                            CallSettings.DEFAULTS.withRun(run).withCancellation(billing.cancellation));
            billing.answers++;
        } catch (AgentKitException ended) {
            assertThat(ended.kind()).isNotNull();
        }
        billing.countLate();
        if (billing.next == before) {
            // A cache answers without a request.
            billing.next = billing.endings.size();
        }
    }

    private static void assertBilled(CostSnapshot snapshot, Billing billing) {
        CostTotals total = snapshot.total();
        assertThat(total.spend().usd()).isEqualTo(billing.usd);
        assertThat(total.spend().usage()).isEqualTo(billing.usage.toUsage());
        assertThat(total.spend().requests()).isEqualTo(billing.requests);
        assertThat(total.spend().exact()).isTrue();
        assertThat(total.answers().calls()).isEqualTo(billing.answers);
        assertThat(total.undecided()).isEqualTo(Money.ZERO);
        assertThat(requests(total))
                .isEqualTo(total.spend().requests() + total.answers().cached());
        assertThat(usage(total)).isEqualTo(total.spend().usage());
        assertSame(snapshot.byModel().values(), total);
        assertSame(snapshot.byRun().values(), total);
        assertSame(snapshot.byRound().values(), total);
        assertSame(snapshot.byScope().get("tenant").values(), total);
    }

    private static long requests(CostTotals total) {
        WasteTotals waste = total.waste();
        return total.answers().calls()
                + waste.retries().requests()
                + waste.hedges().requests()
                + waste.abandoned().requests()
                + waste.failed().requests();
    }

    private static Usage usage(CostTotals total) {
        WasteTotals waste = total.waste();
        return total.answers()
                .usage()
                .plus(waste.retries().usage())
                .plus(waste.hedges().usage())
                .plus(waste.abandoned().usage())
                .plus(waste.failed().usage());
    }

    private static void assertSame(Collection<CostTotals> lines, CostTotals total) {
        Money spend = Money.ZERO;
        Money answers = Money.ZERO;
        Money waste = Money.ZERO;
        for (CostTotals line : lines) {
            spend = spend.plus(line.spend().usd());
            answers = answers.plus(line.answers().usd());
            waste = waste.plus(line.waste().usd());
            assertThat(line.undecided()).isEqualTo(Money.ZERO);
        }
        assertThat(spend).isEqualTo(total.spend().usd());
        assertThat(answers).isEqualTo(total.answers().usd());
        assertThat(waste).isEqualTo(total.waste().usd());
    }

    /** Keeps the first answer it sees for ever. */
    private static final class OneAnswer implements ChatMiddleware {

        private @Nullable ChatReply known;

        @Override
        public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
            if (known != null) {
                return known.mutate().cacheStatus(CacheStatus.HIT).build();
            }
            ChatReply reply = next.call(call);
            known = reply;
            return reply;
        }
    }

    /** Ends requests as it is told, and notes what it bills for them. */
    private static final class Billing {

        private final List<Ending> endings;
        private final List<Attempt<ChatRequest>> open = new ArrayList<>();
        private final UsageSum usage = new UsageSum();
        private Cancellation cancellation = Cancellation.create();
        private Money usd = Money.ZERO;
        private long requests;
        private long answers;
        private int next;

        Billing(List<Ending> endings) {
            this.endings = endings;
        }

        boolean isDone() {
            return next >= endings.size();
        }

        private void bill(Attempt<ChatRequest> attempt) {
            requests++;
            usage.add(SIZE);
            usd = usd.plus("dear".equals(attempt.request().model()) ? Money.usd("0.01") : Money.usd("0.005"));
        }

        void countLate() {
            for (Attempt<ChatRequest> attempt : open) {
                attempt.late(SIZE);
                bill(attempt);
            }
            open.clear();
        }

        ChatReply answer(Attempt<ChatRequest> attempt) {
            Ending ending = isDone() ? Ending.ANSWERS : endings.get(next);
            next++;
            switch (ending) {
                case ANSWERS -> {
                    bill(attempt);
                    return ChatReply.of("hello", SIZE);
                }
                case FAILS_BILLED -> {
                    bill(attempt);
                    throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(SIZE);
                }
                case IS_CANCELLED_WITH_ITS_CALL -> {
                    bill(attempt);
                    cancellation.cancel(Cancellation.Reason.CONSUMER);
                    throw new AgentKitException(ErrorKind.UNAVAILABLE, "cut").withUsage(SIZE);
                }
                case IS_COUNTED_AT_ONCE_AFTER_IT_FAILED -> {
                    bill(attempt);
                    attempt.late(SIZE);
                }
                case IS_COUNTED_AFTER_ITS_CALL -> open.add(attempt);
                case FAILS_UNBILLED -> {}
            }
            throw new AgentKitException(ErrorKind.OVERLOADED, "busy");
        }
    }
}
