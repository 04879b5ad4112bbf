package io.agentkit.jdbc;

import io.agentkit.text.Truncation;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts as columns take them: databases refuse NUL and halves of surrogate pairs, which results of tools may hold. */
final class Column {

    private static final byte UTF_8 = 8;

    private static final byte UTF_16 = 16;

    private static final int SHORT = 255;

    private static final char INSTEAD = '\uFFFD';

    private Column() {}

    /** The text, to be read by {@link #text}: every text comes back as it was. */
    static byte[] bytes(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return ByteBuffer.allocate(1 + encoded.remaining())
                    .put(UTF_8)
                    .put(encoded)
                    .array();
        } catch (CharacterCodingException halfAPair) {
            ByteBuffer bytes = ByteBuffer.allocate(1 + Character.BYTES * text.length());
            bytes.put(UTF_16).asCharBuffer().put(text);
            return bytes.array();
        }
    }

    static String text(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return buffer.get() == UTF_16
                ? buffer.asCharBuffer().toString()
                : StandardCharsets.UTF_8.decode(buffer).toString();
    }

    /** For people, and to look things up by: at most 255 characters, with a mark in place of what no column takes. */
    static String shortText(String text) {
        String cut = Truncation.toLength(text, SHORT);
        StringBuilder out = new StringBuilder(cut.length());
        cut.codePoints()
                .map(each -> each == 0 || (each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE)
                        ? INSTEAD
                        : each)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
