package io.agentkit.tokens;

import com.knuddels.jtokkit.api.Encoding;
import io.agentkit.chat.TokenEstimator;
import java.util.List;
import java.util.function.Supplier;

/**
 * No fewer tokens than any of several published tokenizers makes of a text. Where the tables of this JDK may cut a text into words otherwise
 * than the provider does, and where a text is so long that it would have to be counted in pieces, its bytes are counted: of one byte no
 * tokenizer makes more than one token. Thread-safe.
 */
final class EncodingBound implements TokenEstimator {

    private static final int LONGEST = 1 << 16;

    /** Means an s where case is ignored, to some engines of regular expressions and not to others. */
    private static final char LONG_S = 'ſ';

    private final List<Supplier<Encoding>> encodings;

    /** @param encodings find the tokenizers, which are not loaded before there is text to count */
    EncodingBound(List<Supplier<Encoding>> encodings) {
        this.encodings = List.copyOf(encodings);
    }

    @Override
    public long tokens(String text) {
        if (text.length() > LONGEST || !text.codePoints().allMatch(EncodingBound::isSettled)) {
            return Utf8.bytes(text);
        }
        long most = 0;
        for (Supplier<Encoding> encoding : encodings) {
            most = Math.max(most, encoding.get().countTokensOrdinary(text));
        }
        return most;
    }

    /** Whether the character is in the same class for everybody: letter, digit, blank or other. */
    private static boolean isSettled(int character) {
        return character < LONG_S
                || (character != LONG_S
                        && Character.isDefined(character)
                        && Character.getType(character) != Character.SURROGATE);
    }
}
