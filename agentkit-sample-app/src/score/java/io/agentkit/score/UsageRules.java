package io.agentkit.score;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How each provider documents its counts, by the address it is reached at. */
@FunctionalInterface
interface UsageRules {

    /** The tokens in the words of genai-prices, from all counts of the answer by their path; null when there are none. */
    @Nullable
    Map<String, Long> apply(Map<String, Long> counts);

    static UsageRules of(String path) {
        if (path.contains("/converse")) {
            return rule(UsageRules::converse);
        }
        if (path.contains("/messages") || (path.contains("anthropic") && path.contains("/invoke"))) {
            return rule(UsageRules::messages);
        }
        if (path.contains("googleapis.com")) {
            return rule(UsageRules::google);
        }
        if (path.contains("cohere")) {
            return rule(counts -> sums(
                    get(counts, "billed_units.input_tokens"), get(counts, "billed_units.output_tokens"), 0, 0, 0, 0));
        }
        return rule(path.contains("/responses") ? UsageRules::responses : UsageRules::chat);
    }

    private static UsageRules rule(UnaryOperator<Map<String, Long>> rule) {
        return counts -> counts.keySet().stream().allMatch("totalTokenCount"::equals) ? null : rule.apply(counts);
    }

    private static long get(Map<String, Long> counts, String path) {
        return counts.getOrDefault(path, 0L);
    }

    private static Map<String, Long> sums(
            long input, long output, long cacheRead, long cacheWrite, long reasoning, long searches) {
        Map<String, Long> sums = new HashMap<>();
        sums.put("input_tokens", input);
        sums.put("output_tokens", output);
        sums.put("cache_read_tokens", cacheRead);
        sums.put("cache_write_tokens", cacheWrite);
        sums.put("output_reasoning_tokens", reasoning);
        sums.put("web_searches", searches);
        sums.values().removeIf(count -> count == 0);
        return sums;
    }

    private static Map<String, Long> chat(Map<String, Long> counts) {
        long output = get(counts, "completion_tokens");
        long reasoning = get(counts, "completion_tokens_details.reasoning_tokens");
        boolean beside = get(counts, "total_tokens") == get(counts, "prompt_tokens") + output + reasoning;
        return sums(
                get(counts, "prompt_tokens"),
                beside ? output + reasoning : output,
                Math.max(get(counts, "prompt_tokens_details.cached_tokens"), get(counts, "prompt_cache_hit_tokens")),
                get(counts, "prompt_tokens_details.cache_write_tokens"),
                reasoning,
                get(counts, "server_tool_use.web_search_requests"));
    }

    private static Map<String, Long> responses(Map<String, Long> counts) {
        return sums(
                get(counts, "input_tokens"),
                get(counts, "output_tokens"),
                get(counts, "input_tokens_details.cached_tokens"),
                get(counts, "input_tokens_details.cache_write_tokens"),
                get(counts, "output_tokens_details.reasoning_tokens"),
                0);
    }

    private static Map<String, Long> messages(Map<String, Long> counts) {
        long read = get(counts, "cache_read_input_tokens") + get(counts, "compaction.cache_read_input_tokens");
        long write = get(counts, "cache_creation_input_tokens") + get(counts, "compaction.cache_creation_input_tokens");
        Map<String, Long> sums = sums(
                get(counts, "input_tokens") + get(counts, "compaction.input_tokens") + read + write,
                get(counts, "output_tokens") + get(counts, "compaction.output_tokens"),
                read,
                write,
                get(counts, "output_tokens_details.thinking_tokens"),
                get(counts, "server_tool_use.web_search_requests"));
        long hour = get(counts, "cache_creation.ephemeral_1h_input_tokens");
        if (hour > 0 && get(counts, "cache_creation.ephemeral_5m_input_tokens") > 0) {
            sums.put("cache_write_1h_tokens", hour);
        }
        return sums;
    }

    private static Map<String, Long> converse(Map<String, Long> counts) {
        long read = get(counts, "cacheReadInputTokens");
        long write = get(counts, "cacheWriteInputTokens");
        return sums(get(counts, "inputTokens") + read + write, get(counts, "outputTokens"), read, write, 0, 0);
    }

    private static Map<String, Long> google(Map<String, Long> counts) {
        long thoughts = get(counts, "thoughtsTokenCount");
        long tools = get(counts, "toolUsePromptTokenCount");
        long input = get(counts, "promptTokenCount") + tools;
        long candidates = get(counts, "candidatesTokenCount");
        boolean inside = thoughts <= candidates && get(counts, "totalTokenCount") == input + candidates;
        Map<String, Long> sums = sums(
                input,
                inside ? candidates : candidates + thoughts,
                get(counts, "cachedContentTokenCount"),
                0,
                thoughts,
                0);
        if (tools > 0) {
            sums.put("input_tool_tokens", tools);
        }
        return sums;
    }
}
