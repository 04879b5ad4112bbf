package io.agentkit.audit;

import io.agentkit.text.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/** SHA-256. Not thread-safe. */
final class AuditHash {

    private static final HexFormat HEX = HexFormat.of();

    private static final MessageDigest NEW = sha256();

    private final MessageDigest digest = copy();

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** Cheaper than to look for one. */
    private static MessageDigest copy() {
        try {
            return (MessageDigest) NEW.clone();
        } catch (CloneNotSupportedException none) {
            return sha256();
        }
    }

    /** In hexadecimal. */
    String of(byte[] bytes) {
        return HEX.formatHex(digest.digest(bytes));
    }

    /**
     * Tells whether two texts were the same without keeping them: of the canonical form where the text is JSON.
     *
     * @param secrets paths of values that are left out, since a short one could be guessed from a hash
     */
    static String of(String text, Set<String> secrets) {
        String told = CanonicalJson.masking(secrets, text);
        String canonical = secrets.isEmpty() ? CanonicalJson.of(told) : told;
        return new AuditHash().of((canonical == null ? text : canonical).getBytes(StandardCharsets.UTF_8));
    }
}
