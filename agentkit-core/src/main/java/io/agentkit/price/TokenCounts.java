package io.agentkit.price;

import static io.agentkit.price.TokenKind.AUDIO_CACHE_READ;
import static io.agentkit.price.TokenKind.AUDIO_INPUT;
import static io.agentkit.price.TokenKind.AUDIO_OUTPUT;
import static io.agentkit.price.TokenKind.CACHE_READ;
import static io.agentkit.price.TokenKind.CACHE_WRITE;
import static io.agentkit.price.TokenKind.CACHE_WRITE_1H;
import static io.agentkit.price.TokenKind.IMAGE_CACHE_READ;
import static io.agentkit.price.TokenKind.IMAGE_INPUT;
import static io.agentkit.price.TokenKind.IMAGE_OUTPUT;
import static io.agentkit.price.TokenKind.INPUT;
import static io.agentkit.price.TokenKind.OUTPUT;
import static io.agentkit.price.TokenKind.REASONING;
import static io.agentkit.price.TokenKind.VIDEO_INPUT;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;

/** Divides a usage into kinds that share no token, so that each token is priced once. */
final class TokenCounts {

    private TokenCounts() {}

    /** Whether input, cache and output, with reasoning in it, are all there is to price. */
    static boolean arePlain(Usage usage) {
        return (usage.audioInput() | usage.audioOutput()) == 0
                && !usage.details().hasCounts();
    }

    /** By {@link TokenKind#ordinal()}. A count below 0 is 0, and a part is never more than what it is a part of. */
    static long[] of(Usage usage) {
        UsageDetails details = usage.details();
        long[] counts = new long[TokenKind.COUNT];
        counts[INPUT.ordinal()] = Math.max(0, usage.input());
        counts[CACHE_READ.ordinal()] = Math.max(0, usage.cacheRead());
        counts[CACHE_WRITE.ordinal()] = Math.max(0, usage.cacheWrite5m());
        counts[CACHE_WRITE_1H.ordinal()] = Math.max(0, usage.cacheWrite1h());
        counts[OUTPUT.ordinal()] = Math.max(0, usage.output());
        take(counts, INPUT, AUDIO_INPUT, usage.audioInput());
        take(counts, INPUT, IMAGE_INPUT, details.imageInput());
        take(counts, INPUT, VIDEO_INPUT, details.videoInput());
        take(counts, CACHE_READ, AUDIO_CACHE_READ, details.audioCacheRead());
        take(counts, CACHE_READ, IMAGE_CACHE_READ, details.imageCacheRead());
        take(counts, OUTPUT, AUDIO_OUTPUT, usage.audioOutput());
        take(counts, OUTPUT, IMAGE_OUTPUT, details.imageOutput());
        take(counts, OUTPUT, REASONING, usage.reasoning());
        return counts;
    }

    private static void take(long[] counts, TokenKind whole, TokenKind part, long count) {
        long taken = Math.max(0, Math.min(count, counts[whole.ordinal()]));
        counts[whole.ordinal()] -= taken;
        counts[part.ordinal()] = taken;
    }
}
