package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.ChatMiddleware;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChatHedgeTests {

    @RegisterExtension
    final Hedging hedging = new Hedging();

    private final ChainHarness harness = hedging.harness;
    private final Runners models = hedging.models;

    @Test // TC-234
    void passesThroughWithoutBackups() {
        AtomicReference<Call<ChatRequest>> outside = new AtomicReference<>();
        AtomicReference<Call<ChatRequest>> inside = new AtomicReference<>();
        harness.add("outside", keeping(outside));
        hedging.hedge(HedgeSpec.defaults());
        harness.add("inside", keeping(inside));
        models.answers(FIRST);

        assertThat(hedging.call().text()).isEqualTo(FIRST);
        assertThat(inside.get()).isSameAs(outside.get());
    }

    @Test // TC-231
    void asksNobodyElseBeforeTheDelayAndStaysOnTheThread() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY.minusNanos(1));
            return Runners.reply(FIRST);
        });

        assertThat(hedging.call().text()).isEqualTo(FIRST);
        assertThat(models.asked()).containsExactly(FIRST);
        assertThat(models.threads()).containsExactly(Thread.currentThread());
        assertThat(harness.events.names()).doesNotContain("hedge.launched", "hedge.won");
    }

    @Test // TC-230
    void answersWithTheBackupOfASlowModelAndCancelsThat() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, hedging::slow).answers("backup");

        assertThat(hedging.call().text()).isEqualTo("backup");
        assertThat(hedging.lost).hasValue(Cancellation.Reason.LOST);
        assertThat(harness.events.of(HedgeLaunched.class))
                .containsExactly(new HedgeLaunched("1", "chat", "backup", HedgeLaunched.Reason.DELAY, DELAY));
        assertThat(harness.events.of(HedgeWon.class))
                .containsExactly(new HedgeWon("1", "chat", "backup", true, 2, null));
    }

    @Test // TC-232
    void asksTheBackupAtOnceWhenTheModelFails() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, Failures.of(NETWORK)).answers("backup");

        assertThat(hedging.call().text()).isEqualTo("backup");
        assertThat(harness.time.nanoTime()).isZero();
        assertThat(models.threads()).containsOnly(Thread.currentThread());
        assertThat(harness.events.of(HedgeLaunched.class))
                .extracting(HedgeLaunched::reason)
                .containsExactly(HedgeLaunched.Reason.FAILURE);
    }

    @Test
    void asksAllAtOnceWithoutADelay() {
        CyclicBarrier together = new CyclicBarrier(3);
        CountDownLatch never = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(Duration.ZERO, "second", "third"));
        for (String model : List.of(FIRST, "second", "third")) {
            models.on(model, attempt -> {
                meet(together);
                if (model.equals("third")) {
                    return Runners.reply(model);
                }
                throw Runners.hang(attempt);
            });
        }

        assertThat(hedging.call().text()).isEqualTo("third");
        assertThat(never.getCount()).isOne();
    }

    @Test
    void asksOneMoreAfterEachDelay() {
        CountDownLatch second = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "second", "third"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(second);
            assertThat(models.asked()).containsExactly(FIRST, "second");
            return hedging.slow(attempt);
        });
        models.on("second", attempt -> {
            second.countDown();
            throw Runners.hang(attempt);
        });
        models.answers("third");

        assertThat(hedging.call().text()).isEqualTo("third");
    }

    @Test
    void asksAllAfterOneDelay() {
        CyclicBarrier together = new CyclicBarrier(2);
        hedging.hedge(HedgeSpec.of(DELAY, "second", "third").withLaunch(HedgeLaunch.TOGETHER));
        models.on(FIRST, hedging::slow);
        models.on("second", attempt -> {
            meet(together);
            throw Runners.hang(attempt);
        });
        models.on("third", attempt -> {
            meet(together);
            return Runners.reply("third");
        });

        assertThat(hedging.call().text()).isEqualTo("third");
    }

    @Test
    void countsTheDelayFromWhereTheRequestGoesOut() {
        harness.add("queue", ChatMiddleware.of(new RequestHook() {
            @Override
            public void await(Attempt<?> attempt) {
                harness.time.advance(Duration.ofMinutes(1));
            }
        }));
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.answers(FIRST);

        assertThat(hedging.call().text()).isEqualTo(FIRST);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test // TC-236, TC-240
    void runsWhatStandsInsideForEachModel() {
        List<String> seen = new CopyOnWriteArrayList<>();
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        harness.add("appending", (call, next) -> {
            List<Message> messages = new ArrayList<>(call.request().messages());
            messages.add(Message.user("for " + call.request().model()));
            return next.call(call.withRequest(call.request().withMessages(messages)));
        });
        models.on(FIRST, attempt -> {
            seen.add(last(attempt));
            return hedging.slow(attempt);
        });
        models.on("backup", attempt -> {
            seen.add(last(attempt));
            return Runners.reply("backup");
        });

        hedging.call();

        assertThat(seen).containsExactly("for first", "for backup");
    }

    private static String last(Attempt<ChatRequest> attempt) {
        List<Message> messages = attempt.request().messages();
        return messages.get(messages.size() - 1).text();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new IllegalStateException(alone);
        }
    }

    private static ChatMiddleware keeping(AtomicReference<Call<ChatRequest>> seen) {
        return (call, next) -> {
            seen.set(call);
            return next.call(call);
        };
    }
}
