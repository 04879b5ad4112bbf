package io.agentkit.cache;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values of an entry. Texts go out character by character, so that nothing of them is lost; compression takes the rest. */
final class EntryOutput {

    /** Deeper values may hold themselves. */
    static final int DEEPEST = 50;

    private final DataOutputStream out;
    private int depth;

    EntryOutput(DataOutputStream out) {
        this.out = out;
    }

    void text(String text) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }

    void number(long number) throws IOException {
        out.writeLong(number);
    }

    /** @throws IllegalStateException when it holds something that only this process can keep */
    void value(@Nullable Object value) throws IOException {
        if (value == null) {
            out.writeByte('0');
        } else if (value instanceof String text) {
            out.writeByte('s');
            text(text);
        } else if (value instanceof Boolean truth) {
            out.writeByte(truth ? 't' : 'f');
        } else if (value instanceof Integer number) {
            out.writeByte('i');
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeByte('l');
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeByte('d');
            out.writeDouble(number);
        } else if (depth < DEEPEST) {
            depth++;
            compound(value);
            depth--;
        } else {
            throw new IllegalStateException("An answer holds values that are too deep to be written");
        }
    }

    private void compound(Object value) throws IOException {
        if (value instanceof List<?> list) {
            out.writeByte('L');
            out.writeInt(list.size());
            for (Object each : list) {
                value(each);
            }
        } else if (value instanceof Map<?, ?> map) {
            out.writeByte('M');
            out.writeInt(map.size());
            for (Map.Entry<?, ?> each : map.entrySet()) {
                value(each.getKey());
                value(each.getValue());
            }
        } else {
            throw new IllegalStateException("An answer holds a %s, which cannot be written"
                    .formatted(value.getClass().getName()));
        }
    }
}
