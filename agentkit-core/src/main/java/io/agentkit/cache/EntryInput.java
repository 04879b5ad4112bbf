package io.agentkit.cache;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link EntryOutput} wrote. */
final class EntryInput {

    private final DataInputStream in;
    private int depth;

    EntryInput(DataInputStream in) {
        this.in = in;
    }

    /** Grows with what is there, so that a damaged length asks for no memory. */
    String text() throws IOException {
        int length = size();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(in.readChar());
        }
        return text.toString();
    }

    long number() throws IOException {
        return in.readLong();
    }

    @Nullable
    Object value() throws IOException {
        char kind = (char) in.readByte();
        return switch (kind) {
            case '0' -> null;
            case 's' -> text();
            case 't' -> true;
            case 'f' -> false;
            case 'i' -> in.readInt();
            case 'l' -> in.readLong();
            case 'd' -> in.readDouble();
            case 'L', 'M' -> compound(kind);
            default -> throw new IOException("An entry holds a value of the unknown kind " + (int) kind);
        };
    }

    private Object compound(char kind) throws IOException {
        if (++depth > EntryOutput.DEEPEST) {
            throw new IOException("An entry holds values that are too deep");
        }
        Object read = kind == 'L' ? list() : map();
        depth--;
        return read;
    }

    private List<@Nullable Object> list() throws IOException {
        int size = size();
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value());
        }
        return list;
    }

    private Map<@Nullable Object, @Nullable Object> map() throws IOException {
        int size = size();
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(value(), value());
        }
        return map;
    }

    private int size() throws IOException {
        int size = in.readInt();
        if (size < 0) {
            throw new IOException("An entry holds a negative size");
        }
        return size;
    }
}
