package io.agentkit.idempotency;

import io.agentkit.Call;
import io.agentkit.Scope;
import io.agentkit.text.CanonicalJson;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolRequest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What makes a call the same one as another.
 *
 * @param key of the call
 * @param arguments hash of the arguments, without the volatile ones
 */
record CallIdentity(String key, String arguments) {

    private static final String PREFIX = "idem:";

    /** @param standard for tools that have no mode of their own */
    static CallIdentity of(Call<ToolRequest> call, IdempotencyMode standard) {
        ToolRequest request = call.request();
        IdempotencyMode own = request.facts().idempotency();
        String arguments = arguments(request);
        String key = (own == null ? standard : own) == IdempotencyMode.ARGUMENTS
                ? hash("arguments", call.runId(), canonical(call.scope()), request.name(), arguments)
                : hash("call", tenant(call.scope()), request.name(), callKey(call));
        return new CallIdentity(PREFIX + key, hash(arguments));
    }

    /** A call that no model asked for is like no other, but for what tries it again. */
    private static String callKey(Call<ToolRequest> call) {
        String key = call.request().key();
        return key.isEmpty() ? "call " + call.id() : key;
    }

    /** Runs are called by names of the application's own, which two tenants may have in common. */
    private static String tenant(Scope scope) {
        String tenant = scope.get(Scope.TENANT);
        return tenant == null ? "" : tenant;
    }

    private static String canonical(Scope scope) {
        Map<String, String> sorted = new TreeMap<>(scope.values());
        StringBuilder text = new StringBuilder();
        sorted.forEach((key, value) -> text.append(key.length())
                .append(':')
                .append(key)
                .append(value.length())
                .append(':')
                .append(value));
        return text.toString();
    }

    private static String arguments(ToolRequest request) {
        Set<String> left = request.facts().volatileArguments();
        String canonical = CanonicalJson.without(left, request.arguments());
        return canonical == null ? request.arguments() : canonical;
    }

    /** SHA-256 in hexadecimal, of the parts with their lengths, so that no two lists of parts are alike. */
    private static String hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                digest.update(bytes(part));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** The characters as they are: an encoding would make one of all halves of surrogate pairs. */
    private static byte[] bytes(String text) {
        ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length());
        buffer.putInt(text.length());
        buffer.asCharBuffer().put(text);
        return buffer.array();
    }
}
