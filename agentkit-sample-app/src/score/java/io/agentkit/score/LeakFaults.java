package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model and a tool that answer, fail, hang, break off, answer on another thread, or go on after they were given up, as the random numbers
 * that a call brings with it say. Thread-safe.
 */
final class LeakFaults implements AutoCloseable {

    static final String PLANNED = "planned";

    static final String INTERRUPTED = "interrupted";

    private static final ErrorKind[] KINDS = {
        ErrorKind.RATE_LIMITED,
        ErrorKind.OVERLOADED,
        ErrorKind.UNAVAILABLE,
        ErrorKind.NETWORK,
        ErrorKind.TIMEOUT,
        ErrorKind.INVALID_REQUEST,
        ErrorKind.CONTEXT_LENGTH,
        ErrorKind.QUOTA_EXHAUSTED,
        ErrorKind.STREAM_PROTOCOL
    };

    private static final Usage USAGE = Usage.of(20, 6);

    private static final int HANG_MILLIS = 200;

    private final AtomicInteger sent = new AtomicInteger();

    private final ThreadPoolExecutor upstream =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>());

    /** How many requests have reached the model or the tool. */
    int sent() {
        return sent.get();
    }

    int underWay() {
        return upstream.getActiveCount();
    }

    @Override
    public void close() {
        upstream.shutdownNow();
    }

    ChatReply model(Attempt<ChatRequest> attempt) {
        sent.incrementAndGet();
        if (!(attempt.call().surroundings() instanceof Random random)) {
            return ChatReply.of("ok", USAGE);
        }
        fault(random);
        if (attempt.isStreaming()) {
            return stream(attempt, random);
        }
        return reply(attempt);
    }

    ToolResult tool(Attempt<ToolRequest> attempt) {
        sent.incrementAndGet();
        if (attempt.call().surroundings() instanceof Random random) {
            fault(random);
        }
        return ToolResult.of("ok");
    }

    private static ChatReply reply(Attempt<ChatRequest> attempt) {
        return ChatReply.of("hello there", USAGE)
                .mutate()
                .model(attempt.request().model())
                .build();
    }

    /** Before anything of an answer is there. */
    private static void fault(Random random) {
        int dice = random.nextInt(100);
        if (dice < 25) {
            throw new AgentKitException(KINDS[random.nextInt(KINDS.length)], PLANNED);
        }
        if (dice < 28) {
            throw new IllegalStateException(PLANNED);
        }
        if (dice < 29) {
            throw new AssertionError(PLANNED);
        }
        if (dice < 35) {
            pause(HANG_MILLIS);
        } else if (dice < 50) {
            pause(random.nextInt(4));
        } else if (dice < 52) {
            spin(random.nextInt(15));
        }
    }

    private ChatReply stream(Attempt<ChatRequest> attempt, Random random) {
        if (random.nextInt(3) > 0) {
            deltas(attempt, random);
        } else {
            elsewhere(attempt, random);
        }
        return attempt.assembled().model(attempt.request().model()).build();
    }

    private static void deltas(Attempt<ChatRequest> attempt, Random random) {
        int pieces = 1 + random.nextInt(6);
        for (int piece = 0; piece < pieces; piece++) {
            attempt.delta(Delta.text("piece "));
            int dice = random.nextInt(100);
            if (dice < 4) {
                throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "cut");
            } else if (dice < 6) {
                pause(HANG_MILLIS);
            } else if (dice < 20) {
                pause(1);
            }
        }
        attempt.delta(Delta.usage(USAGE));
        attempt.delta(Delta.finish(FinishReason.STOP));
    }

    /** The deltas come on a thread of the client's; whoever is given up is not waited for, and may say afterwards what it has used. */
    private void elsewhere(Attempt<ChatRequest> attempt, Random random) {
        Random own = new Random(random.nextLong());
        Future<?> answer = upstream.submit(() -> {
            try {
                deltas(attempt, own);
            } finally {
                if (own.nextBoolean()) {
                    attempt.late(USAGE);
                }
            }
        });
        Cancellation.Registration registration =
                attempt.cancellation().onCancel(() -> answer.cancel(own.nextBoolean()));
        try {
            answer.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(PLANNED, failed.getCause());
        } catch (InterruptedException interrupted) {
            throw interrupted();
        } finally {
            registration.remove();
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private static IllegalStateException interrupted() {
        Thread.currentThread().interrupt();
        return new IllegalStateException(INTERRUPTED);
    }

    /** Pays no attention to interrupts. */
    private static void spin(int millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }
}
