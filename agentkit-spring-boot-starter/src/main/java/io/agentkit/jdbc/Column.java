package io.agentkit.jdbc;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts as columns take them: databases refuse NUL and halves of surrogate pairs, which results of tools may hold. */
final class Column {

    private static final byte UTF_8 = 8;

    private static final byte UTF_16 = 16;

    private static final int SHORT = 255;

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

    /** For people: at most 255 characters, with a mark in place of what no column takes. */
    static String shortText(String text) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), SHORT));
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            boolean bad =
                    codePoint == 0 || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
            if (out.length() + Character.charCount(codePoint) > SHORT) {
                break;
            }
            out.appendCodePoint(bad ? '\uFFFD' : codePoint);
            i += Character.charCount(codePoint);
        }
        return out.toString();
    }
}
