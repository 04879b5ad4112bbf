package io.agentkit.compaction;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.KnownModels;
import io.agentkit.chat.ModelFacts;
import org.jspecify.annotations.Nullable;

/**
 * How long a request may get: as the application says, and never longer than what the model's window leaves beside the answer. Thread-safe.
 *
 * @param maxTokens what the application says; null for nothing
 * @param known what catalogues know; null for none
 */
record TokenLimit(@Nullable Integer maxTokens, @Nullable KnownModels known) {

    static final int DEFAULT_MAX_TOKENS = 12_000;

    /** Room for an answer of which nobody says how long it gets. */
    private static final int USUAL_OUTPUT = 4_096;

    /** Counts are estimates where a tokenizer is not public: so many hundredths of the window are used. */
    private static final long USED_PERCENT = 95;

    /** The longest question to a model for a summary: what costs more says hardly more. */
    private static final long LONGEST_QUESTION = 24_000;

    long of(Call<ChatRequest> call) {
        Long room = room(call, call.request().model());
        if (room == null) {
            return maxTokens == null ? DEFAULT_MAX_TOKENS : maxTokens;
        }
        return maxTokens == null ? room : Math.min(maxTokens, room);
    }

    /** How long a question to this model may get. */
    long ofQuestion(Call<ChatRequest> call, @Nullable String model) {
        Long room = room(call, model);
        return room == null ? DEFAULT_MAX_TOKENS : Math.min(LONGEST_QUESTION, room);
    }

    /** What the model's window leaves beside an answer; null when it is not known. */
    private @Nullable Long room(Call<ChatRequest> call, @Nullable String model) {
        ModelFacts facts = known == null ? ModelFacts.UNKNOWN : known.facts(call.provider(), model);
        Integer window = facts.contextWindow();
        if (window == null) {
            return null;
        }
        int output = output(call.request().maxOutputTokens(), facts.maxOutputTokens());
        // A catalogue may count the prompt alone, or give a model an answer as long as its window.
        return Math.max(1, (window - Math.min(output, window / 2)) * USED_PERCENT / 100);
    }

    private static int output(@Nullable Integer asked, @Nullable Integer most) {
        if (asked != null) {
            return asked;
        }
        return most == null ? USUAL_OUTPUT : most;
    }
}
