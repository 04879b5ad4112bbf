package io.agentkit.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Tells sequences of values apart without keeping them: SHA-256 over texts that each go with their length, so that no two sequences run into
 * one another. Texts count as they are, halves of characters and Unicode's ways to write the same included. The same in every process and
 * on every machine. What ends a sequence begins the next one. Not thread-safe.
 */
public final class Fingerprint {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN)
            .withInvokeExactBehavior();

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    /** Bytes of a SHA-256, and of one in Base64. */
    private static final int SIZE = 32;

    private static final int SIZE_IN_BASE64 = 43;

    /** What the largest value takes that is written without a look at the room left: a digest. */
    private static final int RESERVE = SIZE;

    private final MessageDigest sha256;
    private final byte[] buffer = new byte[512];
    private final byte[] out = new byte[SIZE];
    private final byte[] digits = new byte[SIZE_IN_BASE64];
    private int at;

    public Fingerprint() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** Forgets what was added. */
    public void clear() {
        sha256.reset();
        at = 0;
    }

    /** Each character in the bytes that UTF-8 has for it; halves, too. */
    public Fingerprint add(String text) {
        int length = text.length();
        add(length);
        int i = 0;
        while (i < length) {
            makeRoom();
            int room = Math.min(length, i + buffer.length - at - RESERVE);
            int to = at;
            while (i < room && text.charAt(i) < 0x80) {
                buffer[to++] = (byte) text.charAt(i++);
            }
            at = to;
            if (i < room) {
                addWide(text.charAt(i++));
            }
        }
        return this;
    }

    private void addWide(char character) {
        if (character < 0x800) {
            buffer[at++] = (byte) (0xC0 | character >> 6);
        } else {
            buffer[at++] = (byte) (0xE0 | character >> 12);
            buffer[at++] = (byte) (0x80 | ((character >> 6) & 0x3F));
        }
        buffer[at++] = (byte) (0x80 | (character & 0x3F));
    }

    public Fingerprint add(long number) {
        makeRoom();
        put(number);
        return this;
    }

    /** A mark that keeps kinds of values apart; its lowest 8 bits count. */
    public Fingerprint mark(int kind) {
        makeRoom();
        buffer[at++] = (byte) kind;
        return this;
    }

    public Fingerprint add(byte[] bytes) {
        add(bytes.length);
        flush();
        sha256.update(bytes);
        return this;
    }

    public Fingerprint add(Digest digest) {
        makeRoom();
        put(digest.first());
        put(digest.second());
        put(digest.third());
        put(digest.fourth());
        return this;
    }

    private void put(long number) {
        LONG.set(buffer, at, number);
        at += Long.BYTES;
    }

    private void makeRoom() {
        if (at + RESERVE >= buffer.length) {
            flush();
        }
    }

    private void flush() {
        sha256.update(buffer, 0, at);
        at = 0;
    }

    /** What it comes to. */
    public Digest digest() {
        end();
        return new Digest(
                (long) LONG.get(out, 0), (long) LONG.get(out, 8), (long) LONG.get(out, 16), (long) LONG.get(out, 24));
    }

    /** In 64 hexadecimal digits. */
    public String hex() {
        return digest().hex();
    }

    /** After a text in ASCII of at most 256 characters, in 43 letters, digits, {@code -} and {@code _}. */
    public String after(String prefix) {
        end();
        int length = prefix.length();
        for (int i = 0; i < length; i++) {
            buffer[i] = (byte) prefix.charAt(i);
        }
        return new String(buffer, 0, length + base64(length), StandardCharsets.ISO_8859_1);
    }

    private int base64(int to) {
        int size = BASE64.encode(out, digits);
        System.arraycopy(digits, 0, buffer, to, size);
        return size;
    }

    private void end() {
        flush();
        try {
            sha256.digest(out, 0, SIZE);
        } catch (DigestException impossible) {
            throw new IllegalStateException("SHA-256 has 32 bytes", impossible);
        }
    }
}
