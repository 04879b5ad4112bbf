package io.agentkit.safety;

import io.agentkit.text.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells whether two texts were the same without keeping them. */
final class AuditHash {

    private AuditHash() {}

    /** SHA-256 in hexadecimal, of the canonical form where the text is JSON. */
    static String of(String text) {
        String canonical = CanonicalJson.of(text);
        byte[] bytes = (canonical == null ? text : canonical).getBytes(StandardCharsets.UTF_8);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }
}
