package io.agentkit.chat;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a model stopped, in one vocabulary for all providers.
 */
public enum FinishReason {
    /** The answer is complete. */
    STOP,
    /** The model asks for tools. */
    TOOL_USE,
    /** The answer was cut at a token limit. */
    LENGTH,
    /** The provider withheld the answer or a part of it. */
    FILTERED,
    /** A budget did not take the request: the answer is not a model's and says so. */
    BUDGET,
    /** A word that is none of these; the provider's own object still has it. */
    OTHER;

    /** Translates a provider's word: OpenAI's, Anthropic's, Google's and Spring AI's own; empty means {@link #STOP}. */
    public static FinishReason of(@Nullable String word) {
        if (word == null || word.isBlank()) {
            return STOP;
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "stop", "end_turn", "stop_sequence", "completed", "eos", "complete", "returndirect", "cached" -> STOP;
            case "tool_calls", "tool_use", "tool_call", "function_call" -> TOOL_USE;
            case "length",
                    "max_tokens",
                    "max_output_tokens",
                    "model_length",
                    "incomplete",
                    "model_context_window_exceeded" -> LENGTH;
            case "content_filter",
                    "content_filtered",
                    "safety",
                    "recitation",
                    "refusal",
                    "blocklist",
                    "prohibited_content",
                    "spii",
                    "guardrail_intervened",
                    "filtered" -> FILTERED;
            case "budget", "budget_exceeded", "budget_exhausted" -> BUDGET;
            default -> OTHER;
        };
    }
}
