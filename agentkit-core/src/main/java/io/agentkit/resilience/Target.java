package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the models of a fallback. Thread-safe. */
final class Target {

    private final String name;
    private final boolean first;
    private final FallbackTarget settings;
    private final ChatTarget place;
    private final BreakerSpec breaker;
    private final @Nullable Breakers breakers;

    /** Unlike that of a retry inside, which counts single attempts. */
    private final String breakerName;

    /** Read without a lock: an older one is as good. */
    private @Nullable Breaker recent;

    private volatile boolean unusable;

    /** @param breakers null for none */
    Target(
            String name,
            boolean first,
            FallbackTarget settings,
            ChatTarget place,
            BreakerSpec breaker,
            @Nullable Breakers breakers) {
        this.name = name;
        this.first = first;
        this.settings = settings;
        this.place = place;
        this.breaker = breaker;
        this.breakers = breakers;
        this.breakerName = name + " (fallback)";
    }

    String name() {
        return name;
    }

    @Nullable
    Integer contextWindow() {
        return settings.contextWindow();
    }

    /** The call as it goes to this model. */
    Call<ChatRequest> aim(Call<ChatRequest> call) {
        Call<ChatRequest> there = Aim.at(place, call);
        return there.withRequest(bounded(there.request()));
    }

    private ChatRequest bounded(ChatRequest request) {
        Integer most = settings.maxOutputTokens();
        if (most == null) {
            return request;
        }
        ChatOptions options = request.options();
        Integer asked = options.maxOutputTokens();
        return asked == null || asked <= most ? request : request.withOptions(options.withMaxOutputTokens(most));
    }

    /** What the model lacks for this request, in words; null when nothing is known to be missing. The window apart. */
    @Nullable
    String lacks(Call<ChatRequest> call) {
        ChatRequest request = call.request();
        if (!settings.tools() && !request.tools().isEmpty()) {
            return "cannot call tools";
        }
        if (!settings.images() && hasMedia(request.messages())) {
            return "cannot read images and other media";
        }
        if (!settings.outputSchema() && request.outputSchema() != null) {
            return "cannot keep to a schema";
        }
        boolean prefill = settings.prefill() == null ? first : settings.prefill();
        if (!prefill && endsWithAnswer(request.messages())) {
            return "does not go on with an answer that was begun";
        }
        return lacksElsewhere(call);
    }

    private @Nullable String lacksElsewhere(Call<ChatRequest> call) {
        ChatRequest request = call.request();
        if (!request.hasUnshownContent() && !request.hasHostedTools()) {
            return null;
        }
        if (place.from(call.endpoint()).endpoint().equals(call.endpoint())) {
            return null;
        }
        return request.hasUnshownContent()
                ? "cannot read what only the other provider keeps"
                : "does not have the other provider's tools";
    }

    private static boolean hasMedia(List<Message> messages) {
        for (Message message : messages) {
            if (!message.media().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWithAnswer(List<Message> messages) {
        Message last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        return last != null
                && last.role() == Message.Role.ASSISTANT
                && last.toolCalls().isEmpty();
    }

    /** Whether the prompt alone is longer than the window, as far as both are known. */
    boolean isTooSmall(Call<ChatRequest> call) {
        Integer window = settings.contextWindow();
        return window != null && call.environment().tokens().tokens(call.request()) >= window;
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

    void works() {
        if (unusable) {
            unusable = false;
        }
    }

    /** @return whether that is news */
    boolean isUnusable() {
        boolean news = !unusable;
        unusable = true;
        return news;
    }
}
