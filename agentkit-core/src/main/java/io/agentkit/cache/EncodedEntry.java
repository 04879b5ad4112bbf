package io.agentkit.cache;

import java.util.Objects;

/** Bytes that a store has read: whoever wants the answer reads them. */
final class EncodedEntry implements CacheEntry {

    private final byte[] bytes;

    /** @param bytes must not change any more */
    EncodedEntry(byte[] bytes) {
        this.bytes = Objects.requireNonNull(bytes, "'bytes' must not be null");
    }

    @Override
    public byte[] encoded() {
        return bytes;
    }

    @Override
    public long bytes() {
        return bytes.length;
    }

    /** The size, never the content. */
    @Override
    public String toString() {
        return "CacheEntry[%d bytes]".formatted(bytes.length);
    }
}
