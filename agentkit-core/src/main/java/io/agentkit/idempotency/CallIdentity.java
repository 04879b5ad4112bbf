package io.agentkit.idempotency;

import io.agentkit.Call;
import io.agentkit.Scope;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.Fingerprint;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolRequest;
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

    private static String hash(String... parts) {
        Fingerprint fingerprint = new Fingerprint();
        for (String part : parts) {
            fingerprint.add(part);
        }
        return fingerprint.hex();
    }
}
