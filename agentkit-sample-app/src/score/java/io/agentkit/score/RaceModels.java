package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.resilience.HedgeThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A model and its backup that take as long as they are told, in a time that only moves when both have nothing more to do. The caller's
 * thread moves it; a backup has a thread of its own and the caller waits until that waits as well, so each run is the same. What is
 * cancelled is billed all the same, as if it had ended.
 */
final class RaceModels implements Endpoint<ChatRequest, ChatReply> {

    static final String FIRST = "model";

    static final String BACKUP = "backup";

    private static final Usage BILLED = Usage.of(1_200, 350);

    private final RaceTime time;

    /** How long the next call takes, by model. */
    private long firstNanos;

    private long backupNanos;

    /** Of a backup that waits for its time, or of nobody. */
    private volatile CountDownLatch settled = new CountDownLatch(0);

    private volatile CountDownLatch ended = new CountDownLatch(0);

    RaceModels(RaceTime time) {
        this.time = time;
    }

    void takes(long first, long backup) {
        firstNanos = first;
        backupNanos = backup;
    }

    HedgeThreads threads() {
        return HedgeThreads.of(task -> {
            CountDownLatch quiet = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            settled = quiet;
            ended = over;
            new Thread(() -> {
                        try {
                            task.run();
                        } finally {
                            quiet.countDown();
                            over.countDown();
                        }
                    })
                    .start();
            await(quiet);
        });
    }

    /** Waits until a backup that lost has ended, too. */
    void awaitEnd() {
        await(ended);
    }

    @Override
    public ChatReply send(Attempt<ChatRequest> attempt) {
        boolean first = FIRST.equals(attempt.request().model());
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch wake = new CountDownLatch(1);
        attempt.cancellation().onCancel(wake::countDown);
        if (first) {
            time.schedule(Duration.ofNanos(firstNanos), () -> done.set(true));
            while (!done.get() && wake.getCount() > 0) {
                time.next();
            }
        } else {
            CountDownLatch over = ended;
            time.schedule(Duration.ofNanos(backupNanos), () -> {
                if (wake.getCount() > 0) {
                    done.set(true);
                    wake.countDown();
                    await(over);
                }
            });
            settled.countDown();
            await(wake);
        }
        if (!done.get()) {
            throw new AgentKitException(ErrorKind.UNAVAILABLE, "cancelled").withUsage(BILLED);
        }
        return ChatReply.builder()
                .message(Message.assistant("ok"))
                .usage(BILLED)
                .model(attempt.request().model())
                .build();
    }

    /** Also when it is interrupted, which is how losers are told. */
    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException lost) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
