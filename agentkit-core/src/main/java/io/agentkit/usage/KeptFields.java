package io.agentkit.usage;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of providers' answers that say something about usage, the model, the end or an error. Texts are not among them. */
final class KeptFields {

    /** How Bedrock's names of errors end. */
    static final String EXCEPTION = "Exception";

    private static final Set<String> FRAMES = Set.of(
            "usage",
            "usageMetadata",
            "message",
            "response",
            "choices",
            "candidates",
            "delta",
            "error",
            "x_groq",
            "metadata",
            "meta",
            "output",
            "iterations",
            "messageStop",
            "results",
            "promptFeedback",
            "incomplete_details",
            "amazon-bedrock-invocationMetrics",
            "serviceTier",
            "performanceConfig");

    private static final Set<String> NAMES = Set.of(
            "type",
            "object",
            "id",
            "index",
            "model",
            "modelVersion",
            "service_tier",
            "trafficType",
            "speed",
            "latency",
            "finish_reason",
            "finishReason",
            "stop_reason",
            "stopReason",
            "completionReason",
            "done",
            "done_reason",
            "status",
            "reason",
            "blockReason",
            "code",
            "status_code",
            "modality",
            "ttl");

    private static final Set<String> COUNTS = Set.of(
            // OpenAI's chat completions, and those who speak its protocol
            "prompt_tokens",
            "completion_tokens",
            "total_tokens",
            "prompt_tokens_details",
            "completion_tokens_details",
            "cached_tokens",
            "cached_tokens_details",
            "cache_write_tokens",
            "cache_creation_tokens",
            "audio_tokens",
            "image_tokens",
            "video_tokens",
            "reasoning_tokens",
            "prompt_cache_hit_tokens",
            "cached_prompt_text_tokens",
            "num_search_queries",
            // OpenAI's responses and Anthropic's messages
            "input_tokens",
            "output_tokens",
            "input_tokens_details",
            "output_tokens_details",
            "input_token_details",
            "output_token_details",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
            "cache_creation",
            "ephemeral_5m_input_tokens",
            "ephemeral_1h_input_tokens",
            "thinking_tokens",
            "server_tool_use",
            "web_search_requests",
            // Google
            "promptTokenCount",
            "candidatesTokenCount",
            "responseTokenCount",
            "thoughtsTokenCount",
            "toolUsePromptTokenCount",
            "cachedContentTokenCount",
            "totalTokenCount",
            "promptTokensDetails",
            "cacheTokensDetails",
            "candidatesTokensDetails",
            "responseTokensDetails",
            "toolUsePromptTokensDetails",
            "tokenCount",
            // Bedrock
            "inputTokens",
            "outputTokens",
            "cacheReadInputTokens",
            "cacheWriteInputTokens",
            "cacheReadInputTokenCount",
            "cacheWriteInputTokenCount",
            "cacheDetails",
            "inputTokenCount",
            "outputTokenCount",
            "inputTextTokenCount",
            "prompt_token_count",
            "generation_token_count",
            // Ollama
            "prompt_eval_count",
            "eval_count",
            // Cohere
            "billed_units");

    private KeptFields() {}

    static boolean contains(@Nullable String field) {
        return field != null
                && (COUNTS.contains(field)
                        || NAMES.contains(field)
                        || FRAMES.contains(field)
                        || field.endsWith(EXCEPTION));
    }
}
