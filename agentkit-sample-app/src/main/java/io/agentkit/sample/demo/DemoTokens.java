package io.agentkit.sample.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.metadata.Usage;

/**
 * Counts tokens: four characters are one. As with real providers, the beginning of a prompt that was seen before comes from a cache.
 * Thread-safe.
 */
final class DemoTokens {

    private static final int REMEMBERED = 500;

    private final Map<List<String>, Boolean> seen = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** The prompt count includes the cached tokens. */
    Usage usage(DemoPrompt prompt, DemoReply reply) {
        int input = prompt.parts().stream().mapToInt(DemoTokens::count).sum();
        int output = count(reply.text())
                + reply.toolCalls().stream()
                        .mapToInt(call -> count(call.name()) + count(call.arguments()))
                        .sum();
        return new DefaultUsage(input, output, input + output, null, cached(prompt.parts()), 0L);
    }

    /** The last message is new even when it is the same again. */
    private synchronized long cached(List<String> parts) {
        long tokens = 0;
        long known = 0;
        for (int end = 1; end < parts.size(); end++) {
            tokens += count(parts.get(end - 1));
            if (seen.put(List.copyOf(parts.subList(0, end)), true) != null) {
                known = tokens;
            }
        }
        return known;
    }

    private static int count(String text) {
        return (text.length() + 3) / 4;
    }
}
