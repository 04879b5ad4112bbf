package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.KnownModels;
import io.agentkit.chat.Message;
import io.agentkit.chat.ModelFacts;
import io.agentkit.chat.TokenEstimator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one of the models of a fallback can take: by its settings, and where they say nothing, by what catalogues know of it. Immutable.
 *
 * @param settings what the application says
 * @param known what catalogues know; null for none
 * @param place where requests for it go
 * @param first whether it is the first of the list
 */
record Abilities(FallbackTarget settings, @Nullable KnownModels known, ChatTarget place, boolean first) {

    /** More than any estimate finds, and much faster. */
    private static final TokenEstimator CHARACTERS = String::length;

    /**
     * Why a model is not asked.
     *
     * @param certain not when only a catalogue says so, which may be wrong
     */
    record Lack(String what, boolean certain) {}

    /** The prompts that fit in, in tokens; null when nobody knows. */
    @Nullable
    Integer contextWindow(Call<ChatRequest> call) {
        Integer set = settings.contextWindow();
        return set == null ? catalogue(call).contextWindow() : set;
    }

    /** The longest answer; null when nobody knows. What the first model is asked for is the application's own choice. */
    @Nullable
    Integer maxOutputTokens(Call<ChatRequest> call) {
        Integer set = settings.maxOutputTokens();
        return set != null || first ? set : catalogue(call).maxOutputTokens();
    }

    private ModelFacts catalogue(Call<ChatRequest> call) {
        if (known == null) {
            return ModelFacts.UNKNOWN;
        }
        ChatTarget.Place to = place.from(call.endpoint());
        boolean own = to.endpoint().equals(call.endpoint());
        String model = to.model() == null && own ? call.request().model() : to.model();
        return known.facts(to.endpoint().provider(), model);
    }

    /**
     * What the model lacks for this request; null when nothing is known to be missing. The window apart. Messages are looked at only where it
     * matters: to read them may mean to convert them.
     */
    @Nullable
    Lack lack(Call<ChatRequest> call) {
        ChatRequest request = call.request();
        ModelFacts facts = catalogue(call);
        if (denies(settings.tools(), facts.tools(), true) && !request.tools().isEmpty()) {
            return lack("cannot call tools", settings.tools(), facts.tools());
        }
        if (denies(settings.images(), facts.images(), true) && hasMedia(request.messages())) {
            return lack("cannot read images and other media", settings.images(), facts.images());
        }
        if (denies(settings.outputSchema(), facts.outputSchema(), true) && request.outputSchema() != null) {
            return lack("cannot keep to a schema", settings.outputSchema(), facts.outputSchema());
        }
        if (denies(settings.prefill(), facts.prefill(), first) && endsWithAnswer(request.messages())) {
            return lack("does not go on with an answer that was begun", settings.prefill(), facts.prefill());
        }
        return lackElsewhere(call);
    }

    private static boolean denies(@Nullable Boolean set, @Nullable Boolean read, boolean otherwise) {
        Boolean said = set == null ? read : set;
        return said == null ? !otherwise : !said;
    }

    private static Lack lack(String what, @Nullable Boolean set, @Nullable Boolean read) {
        boolean certain = set != null || read == null;
        return new Lack(certain ? what : what + ", as its catalogue says", certain);
    }

    private @Nullable Lack lackElsewhere(Call<ChatRequest> call) {
        ChatRequest request = call.request();
        boolean kept = request.hasUnshownContent() || request.hasStoredConversation();
        if (!kept && !request.hasHostedTools()) {
            return null;
        }
        if (place.from(call.endpoint()).endpoint().equals(call.endpoint())) {
            return null;
        }
        return new Lack(
                kept ? "cannot read what only the other provider keeps" : "does not have the other provider's tools",
                true);
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
        Integer window = contextWindow(call);
        return window != null
                && CHARACTERS.tokens(call.request()) >= window
                && call.environment().tokens().tokens(call.request()) >= window;
    }
}
