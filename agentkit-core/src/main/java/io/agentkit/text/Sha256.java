package io.agentkit.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells whether two texts were the same without keeping them: SHA-256, in 64 hexadecimal digits. An instance is used again and again, which
 * is cheaper, by one thread at a time.
 */
public final class Sha256 {

    private static final HexFormat HEX = HexFormat.of();

    private static final MessageDigest NEW = found();

    private final MessageDigest digest = digest();

    private static MessageDigest found() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** A new one; copied, since to look for one takes longer than to use it. */
    private static MessageDigest digest() {
        try {
            return (MessageDigest) NEW.clone();
        } catch (CloneNotSupportedException none) {
            return found();
        }
    }

    /** Of the bytes. */
    public String of(byte[] bytes) {
        return HEX.formatHex(digest.digest(bytes));
    }

    /** Of the text in UTF-8. */
    public static String hex(String text) {
        return HEX.formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
