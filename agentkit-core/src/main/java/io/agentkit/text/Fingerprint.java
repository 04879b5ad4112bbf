package io.agentkit.text;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells sequences of texts apart without keeping them: SHA-256 over texts that each go with their length, so that no two sequences run into
 * one another. Texts count as they are, halves of characters and Unicode's ways to write the same included. Not thread-safe.
 */
public final class Fingerprint {

    private final MessageDigest digest;

    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    public Fingerprint add(String text) {
        int length = text.length();
        byte[] bytes = new byte[4 + 2 * length];
        put(bytes, 0, length >>> 16);
        put(bytes, 2, length);
        for (int i = 0; i < length; i++) {
            put(bytes, 4 + 2 * i, text.charAt(i));
        }
        digest.update(bytes);
        return this;
    }

    private static void put(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }

    /** 64 hexadecimal digits. Nothing can be added afterwards. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
