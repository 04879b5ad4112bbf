package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One of the models of a fallback. Thread-safe. */
final class Target {

    private final String name;
    private final Abilities abilities;
    private final BreakerSpec breaker;
    private final @Nullable Breakers breakers;

    /** Unlike that of a retry inside, which counts single attempts. */
    private final String breakerName;

    /** Read without a lock: an older one is as good. */
    private @Nullable Breaker recent;

    /** Whether it needs somebody to look after it, which is told once. */
    private final AtomicBoolean unusable = new AtomicBoolean();

    /** @param breakers null for none */
    Target(String name, Abilities abilities, BreakerSpec breaker, @Nullable Breakers breakers) {
        this.name = name;
        this.abilities = abilities;
        this.breaker = breaker;
        this.breakers = breakers;
        this.breakerName = name + " (fallback)";
    }

    String name() {
        return name;
    }

    Abilities abilities() {
        return abilities;
    }

    /** The call as it goes to this model. */
    Call<ChatRequest> aim(Call<ChatRequest> call) {
        Call<ChatRequest> there = Aim.at(abilities.place(), call);
        return there.withRequest(bounded(there.request(), abilities.maxOutputTokens(call)));
    }

    private static ChatRequest bounded(ChatRequest request, @Nullable Integer most) {
        if (most == null) {
            return request;
        }
        ChatOptions options = request.options();
        Integer asked = options.maxOutputTokens();
        return asked == null || asked <= most ? request : request.withOptions(options.withMaxOutputTokens(most));
    }

    /** @throws CircuitOpenException when nothing was sent */
    ChatReply ask(Call<ChatRequest> aimed, Next<ChatRequest, ChatReply> next) {
        if (breakers == null) {
            return next.call(aimed);
        }
        Breaker circuit = breakers.of(aimed, breakerName, breaker, recent);
        recent = circuit;
        Breaker.Probe probe = circuit.acquire(aimed);
        ChatReply reply;
        try {
            reply = next.call(aimed);
        } catch (Throwable error) {
            circuit.failed(aimed, probe, error, Verdict.on(aimed, error));
            throw error;
        }
        circuit.succeeded(aimed, probe);
        return reply;
    }

    /** @return whether it could not be used before */
    boolean works() {
        // Read first: most requests succeed, and a write would be seen by all threads.
        return unusable.get() && unusable.compareAndSet(true, false);
    }

    /** @return whether that is news */
    boolean isUnusable() {
        return unusable.compareAndSet(false, true);
    }
}
