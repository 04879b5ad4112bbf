package io.agentkit.limit;

import io.agentkit.chat.ToolCall;
import io.agentkit.text.CanonicalJson;
import io.agentkit.tool.ToolRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A tool and its arguments, equal when they mean the same.
 *
 * @param tool the tool
 * @param arguments in canonical form, as they are when they are no JSON; their hash when they are long, since runs keep them
 */
record ToolSignature(String tool, String arguments) {

    private static final int LONG = 200;

    static ToolSignature of(ToolCall call) {
        return of(call.name(), call.arguments().isBlank() ? "{}" : call.arguments());
    }

    static ToolSignature of(ToolRequest request) {
        return of(request.name(), request.arguments());
    }

    private static ToolSignature of(String tool, String arguments) {
        String canonical = CanonicalJson.of(arguments);
        String kept = canonical == null ? arguments : canonical;
        return new ToolSignature(tool, kept.length() > LONG ? hash(kept) : kept);
    }

    private static String hash(String arguments) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(arguments.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Never the arguments. */
    @Override
    public String toString() {
        return "ToolSignature[" + tool + "]";
    }
}
