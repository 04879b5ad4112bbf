package io.agentkit.testserver;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One HTTP request, read to its end; {@code headers} ignores the case of names. */
record HttpRequest(String method, String target, Map<String, List<String>> headers, String body) {

    @Nullable
    String header(String name) {
        List<String> values = headers.get(name);
        return values == null ? null : values.get(0);
    }

    boolean headerHas(String name, String token) {
        String value = header(name);
        return value != null && value.toLowerCase(Locale.ROOT).contains(token);
    }
}
