package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Attempt;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ChatMiddleware;
import io.agentkit.Handler;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Races that are over while some of their models are not. */
class HedgeEndTests {

    @RegisterExtension
    final Hedging hedging = new Hedging();

    private final ChainHarness harness = hedging.harness;
    private final Runners models = hedging.models;

    @Test // TC-246
    void doesNotSendABackupThatWaitsWhenTheCallIsOver() {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Outcome.Status> status = new AtomicReference<>();
        harness.add("slow to allow", ChatMiddleware.of(new RequestHook() {
            @Override
            public void await(Attempt<?> attempt) {
                if (attempt.number() == 2) {
                    waits.countDown();
                    Runners.awaitDeaf(answered);
                }
            }

            @Override
            public void after(Attempt<?> attempt, Outcome outcome) {
                if (attempt.number() == 2) {
                    status.set(outcome.status());
                    over.countDown();
                }
            }
        }));
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(waits);
            return Runners.reply(FIRST);
        });

        hedging.call();
        answered.countDown();
        Runners.await(over);

        assertThat(status).hasValue(Outcome.Status.NOT_SENT);
        assertThat(models.asked()).containsExactly(FIRST);
    }

    @Test
    void doesNotWaitForABackupThatHearsNothing() {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "deaf"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            return Runners.reply(FIRST);
        });
        models.on("deaf", attempt -> {
            isAsked.countDown();
            Runners.awaitDeaf(end);
            return Runners.reply("deaf");
        });

        assertThat(hedging.call().text()).isEqualTo(FIRST);
        end.countDown();
    }

    @Test
    void endsWithItsCall() {
        Cancellation cancellation = Cancellation.create();
        AtomicReference<Cancellation.Reason> backup = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch isAsked = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw Runners.hang(attempt, hedging.lost);
        });
        models.on("backup", attempt -> {
            isAsked.countDown();
            try {
                throw Runners.hang(attempt, backup);
            } finally {
                ended.countDown();
            }
        });

        assertThatExceptionOfType(CancelledException.class)
                .isThrownBy(() -> harness.chatHandler()
                        .call(Runners.request(), CallSettings.DEFAULTS.withCancellation(cancellation)))
                .extracting(CancelledException::reason)
                .isEqualTo(Cancellation.Reason.CONSUMER);
        Runners.await(ended);
        assertThat(backup).hasValue(Cancellation.Reason.CONSUMER);
    }

    @Test
    void endsAtOnceWhenTheCallIsCancelledWhileItWaitsForADeafBackup() throws Exception {
        Cancellation cancellation = Cancellation.create();
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        hedging.hedge(HedgeSpec.of(DELAY, "deaf"));
        models.on(FIRST, attempt -> {
            harness.time.advance(DELAY);
            Runners.await(isAsked);
            throw Failures.of(NETWORK);
        });
        models.on("deaf", attempt -> {
            isAsked.countDown();
            Runners.awaitDeaf(end);
            return Runners.reply("deaf");
        });
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();

        var answer = OwnThread.supply(
                () -> handler.call(Runners.request(), CallSettings.DEFAULTS.withCancellation(cancellation)));
        Runners.await(isAsked);
        cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(CancelledException.class);
        end.countDown();
    }
}
