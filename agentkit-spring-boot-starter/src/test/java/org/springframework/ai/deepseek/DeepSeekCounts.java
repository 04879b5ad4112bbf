package org.springframework.ai.deepseek;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Stands for the record that Spring AI's client for DeepSeek reads counts into, with the names of the wire. */
public record DeepSeekCounts(
        @JsonProperty("completion_tokens") Integer completionTokens,
        @JsonProperty("prompt_tokens") Integer promptTokens,
        @JsonProperty("total_tokens") Integer totalTokens,
        @JsonProperty("prompt_tokens_details") Details promptTokensDetails) {

    /** The part of the prompt that came from the cache. */
    public record Details(@JsonProperty("cached_tokens") Integer cachedTokens) {}
}
