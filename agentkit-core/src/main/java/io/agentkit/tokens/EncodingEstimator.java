package io.agentkit.tokens;

import com.knuddels.jtokkit.api.Encoding;
import io.agentkit.chat.TokenEstimator;
import java.util.function.Supplier;

/** Counts with a tokenizer, a piece at a time; of a text that is longer than any model reads, the rest is reckoned. Thread-safe. */
final class EncodingEstimator implements TokenEstimator {

    private static final int PIECE = 1 << 16;

    private static final int MOST = 1 << 22;

    /** How far back a piece looks for a blank to end at. */
    private static final int LOOK = 256;

    private final Supplier<Encoding> encoding;
    private final TokenEstimator rest;

    /** @param encoding finds the tokenizer, which is not loaded before there is text to count */
    EncodingEstimator(Supplier<Encoding> encoding, TokenEstimator rest) {
        this.encoding = encoding;
        this.rest = rest;
    }

    @Override
    public long tokens(String text) {
        long tokens = 0;
        int length = Math.min(text.length(), MOST);
        for (int from = 0; from < length; ) {
            int to = end(text, from, length);
            // Text that looks like a marker of the tokenizer's own is text.
            tokens += encoding.get().countTokensOrdinary(text.substring(from, to));
            from = to;
        }
        return length == text.length() ? tokens : tokens + rest.tokens(text.substring(length));
    }

    private static int end(String text, int from, int length) {
        int to = Math.min(length, from + PIECE);
        if (to == length) {
            return to;
        }
        for (int i = to; i > to - LOOK; i--) {
            if (text.charAt(i) == ' ') {
                return i;
            }
        }
        return Character.isLowSurrogate(text.charAt(to)) ? to - 1 : to;
    }
}
