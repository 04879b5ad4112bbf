package io.agentkit.score;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.usage.UsageReader;
import io.agentkit.usage.UsageReading;
import io.agentkit.usage.UsageStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Usage in the words of genai-prices. */
final class UsageTokens {

    /** Some of the catalogue's readers leave these out, so they are compared where the right one has them. */
    private static final Set<String> WHERE_TOLD = Set.of(
            "cache_write_5m_tokens",
            "cache_write_1h_tokens",
            "input_audio_tokens",
            "input_image_tokens",
            "input_video_tokens",
            "input_tool_tokens",
            "cache_audio_read_tokens",
            "cache_image_read_tokens",
            "output_audio_tokens",
            "output_image_tokens");

    /** Text is what is left when all other media are taken away; no price has it apart. */
    private static final String TEXT = "_text_";

    private UsageTokens() {}

    static Map<String, Long> of(@Nullable Usage usage) {
        Map<String, Long> tokens = new TreeMap<>();
        if (usage == null) {
            return tokens;
        }
        UsageDetails details = usage.details();
        tokens.put("input_tokens", usage.totalInput());
        tokens.put("output_tokens", usage.output());
        tokens.put("cache_read_tokens", usage.cacheRead());
        tokens.put("cache_write_tokens", usage.cacheWrite());
        tokens.put("cache_write_5m_tokens", usage.cacheWrite5m());
        tokens.put("cache_write_1h_tokens", usage.cacheWrite1h());
        tokens.put("output_reasoning_tokens", usage.reasoning());
        tokens.put("input_audio_tokens", usage.audioInput() + details.audioCacheRead());
        tokens.put("input_image_tokens", details.imageInput() + details.imageCacheRead());
        tokens.put("input_video_tokens", details.videoInput());
        tokens.put("input_tool_tokens", details.toolInput());
        tokens.put("cache_audio_read_tokens", details.audioCacheRead());
        tokens.put("cache_image_read_tokens", details.imageCacheRead());
        tokens.put("output_audio_tokens", usage.audioOutput());
        tokens.put("output_image_tokens", details.imageOutput());
        tokens.put("web_searches", details.webSearches());
        tokens.values().removeIf(count -> count == 0);
        return tokens;
    }

    /** genai-prices counts cached and media tokens within the input; here the first five counts share no token. */
    static Usage usage(JsonNode counts) {
        long cacheRead = count(counts, "cache_read_tokens");
        long cacheWrite1h = count(counts, "cache_write_1h_tokens");
        long cacheWrite = count(counts, "cache_write_tokens");
        long audioCacheRead = count(counts, "cache_audio_read_tokens");
        long imageCacheRead = count(counts, "cache_image_read_tokens");
        return new Usage(
                count(counts, "input_tokens") - cacheRead - cacheWrite,
                cacheRead,
                cacheWrite - cacheWrite1h,
                cacheWrite1h,
                count(counts, "output_tokens"),
                count(counts, "output_reasoning_tokens"),
                count(counts, "input_audio_tokens") - audioCacheRead,
                count(counts, "output_audio_tokens"),
                false,
                new UsageDetails(
                        audioCacheRead,
                        count(counts, "input_image_tokens") - imageCacheRead,
                        imageCacheRead,
                        count(counts, "output_image_tokens"),
                        count(counts, "input_video_tokens"),
                        count(counts, "input_tool_tokens"),
                        count(counts, "web_searches"),
                        null));
    }

    private static long count(JsonNode counts, String name) {
        return counts.path(name).asLong(0);
    }

    /** Where the usage is not the expected one; null when it is. Null is no usage, which is not the same as one without tokens. */
    static @Nullable String difference(@Nullable Map<String, Long> expected, @Nullable Usage usage) {
        if (expected == null || usage == null) {
            return expected == null && usage == null ? null : "expected " + expected + ", read " + usage;
        }
        Map<String, Long> read = of(usage);
        Set<String> names = new TreeSet<>(read.keySet());
        names.removeAll(WHERE_TOLD);
        names.addAll(expected.keySet());
        names.removeIf(name -> name.contains(TEXT));
        for (String name : names) {
            if (!read.getOrDefault(name, 0L).equals(expected.getOrDefault(name, 0L))) {
                return name + ": expected " + expected + ", read " + read;
            }
        }
        return null;
    }

    /** Reads the answer a few bytes at a time. */
    static UsageReading inPieces(String answer) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        UsageStream stream = UsageReader.any().open();
        int length = 1;
        for (int from = 0; from < bytes.length; from += length, length = length % 7 + 1) {
            stream.add(bytes, from, Math.min(length, bytes.length - from));
        }
        return stream.end();
    }
}
