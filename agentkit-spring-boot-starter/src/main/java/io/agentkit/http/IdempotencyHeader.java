package io.agentkit.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.ToolCallContext;
import io.agentkit.text.Sha256;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Gives requests that act on the other side a key which is the same when the tool call is made again, so that the other side can tell. A tool may
 * send several: each endpoint has a key of its own, and what goes there again is counted, so that requests side by side do not swap keys. Thread-safe.
 */
final class IdempotencyHeader {

    static final String NAME = "Idempotency-Key";

    /** Those that HTTP does not say of that a second one changes nothing. */
    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.POST, HttpMethod.PATCH);

    private static final int ENDPOINT = 16;

    /** How often each endpoint was asked in one request of a tool, by identity of its context. */
    private final Cache<ToolCallContext, Map<String, Integer>> sent =
            Caffeine.newBuilder().weakKeys().build();

    /** The key of a request that has none yet; null when it needs none, or the call has none. */
    @Nullable
    String of(HttpMethod method, URI url, HttpHeaders headers, @Nullable ToolCallContext call) {
        if (call == null
                || call.idempotencyKey() == null
                || !METHODS.contains(method)
                || headers.containsHeader(NAME)) {
            return null;
        }
        // Queries may hold what differs each time, such as a signature.
        String endpoint = "%s %s://%s%s".formatted(method, url.getScheme(), url.getRawAuthority(), url.getRawPath());
        int count = sent.get(call, absent -> new ConcurrentHashMap<>()).merge(endpoint, 1, Integer::sum);
        String key = call.idempotencyKey() + "-" + Sha256.hex(endpoint).substring(0, ENDPOINT);
        return count == 1 ? key : key + "-" + count;
    }
}
