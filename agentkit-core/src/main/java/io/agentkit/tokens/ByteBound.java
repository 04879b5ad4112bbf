package io.agentkit.tokens;

import io.agentkit.chat.TokenEstimator;
import java.text.Normalizer;

/**
 * No fewer tokens than any tokenizer makes of a text, whoever's it is: one for each byte in UTF-8. A tokenizer cuts the text, so each token
 * has at least one byte of it, and a sign that it does not know is at most its bytes. Some normalise the text before they cut it (NFC, as
 * Qwen's does, or NFKC, as an older one of Claude's), which makes one sign into as many as 18: the longest form counts. Thread-safe.
 */
final class ByteBound implements TokenEstimator {

    private static final int ASCII = 0x80;

    @Override
    public long tokens(String text) {
        // What NFKC leaves alone, NFC does too.
        if (isAscii(text) || Normalizer.isNormalized(text, Normalizer.Form.NFKC)) {
            return Utf8.bytes(text);
        }
        long composed = Utf8.bytes(Normalizer.normalize(text, Normalizer.Form.NFC));
        long compatible = Utf8.bytes(Normalizer.normalize(text, Normalizer.Form.NFKC));
        return Math.max(Utf8.bytes(text), Math.max(composed, compatible));
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= ASCII) {
                return false;
            }
        }
        return true;
    }
}
