package io.agentkit.resilience;

import io.agentkit.Attempt;
import io.agentkit.Cancellation;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Models that race, by name; the request's own is {@code first}. */
final class Runners {

    static final String FIRST = "first";

    private static final int SECONDS = 5;

    private final Map<String, Function<Attempt<ChatRequest>, ChatReply>> models = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    Runners(ChainHarness harness) {
        harness.model.always(attempt -> {
            String model = String.valueOf(attempt.request().model());
            asked.add(model);
            threads.add(Thread.currentThread());
            return models.get(model).apply(attempt);
        });
    }

    static ChatRequest request() {
        return ChatRequest.user("hi").withModel(FIRST);
    }

    Runners on(String model, Function<Attempt<ChatRequest>, ChatReply> does) {
        models.put(model, does);
        return this;
    }

    /** Answers with its name. */
    Runners answers(String model) {
        return on(model, attempt -> reply(model));
    }

    Runners fails(String model, RuntimeException failure) {
        return on(model, attempt -> {
            throw failure;
        });
    }

    static ChatReply reply(String model) {
        return ChatReply.of(model, Usage.of(100, 20)).mutate().model(model).build();
    }

    /** The models that were asked, in the order their requests went out. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    List<Thread> threads() {
        return List.copyOf(threads);
    }

    /** Waits until the request is cancelled. */
    static IllegalStateException hang(
            Attempt<ChatRequest> attempt, AtomicReference<Cancellation.@Nullable Reason> why) {
        try {
            if (new CountDownLatch(1).await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody counts it down");
            }
            return new IllegalStateException("nobody cancelled it");
        } catch (InterruptedException cancelled) {
            why.set(attempt.cancellation().reason());
            return new IllegalStateException(cancelled);
        }
    }

    static IllegalStateException hang(Attempt<ChatRequest> attempt) {
        return hang(attempt, new AtomicReference<>());
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody came");
            }
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    /** As a client that hears nothing. */
    static void awaitDeaf(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException heardNothing) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
