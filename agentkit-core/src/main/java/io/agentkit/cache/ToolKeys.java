package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.Fingerprint;
import io.agentkit.tool.ToolRequest;
import java.time.temporal.TemporalAccessor;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What makes two calls of tools the same: chain, tool, scope, and all that the tool is given. Keys hold none of it as text. Thread-safe. */
final class ToolKeys implements Memoized.Keys<ToolRequest> {

    private static final Logger log = LoggerFactory.getLogger(MemoizeSpec.class);

    /** Changes with what keys are made of, so that no version reads what another one meant differently. */
    private static final String FORMAT = "memoize:1:tool:";

    private final ScopeKeys scope;
    private final @Nullable OwnKey<ToolRequest> own;
    private final AtomicBoolean saidWhy = new AtomicBoolean();

    /** @param own the application's key, which stands for all that the tool is given; null for none */
    ToolKeys(ScopeKeys scope, @Nullable OwnKey<ToolRequest> own) {
        this.scope = scope;
        this.own = own;
    }

    @Override
    public @Nullable String of(Call<ToolRequest> call) {
        Fingerprint key = new Fingerprint().add(call.chain()).add(call.request().name());
        if (!scope.addTo(key, call.scope())) {
            return null;
        }
        boolean complete = own == null ? addGiven(key, call.request()) : addOwn(key, own.of(call));
        return complete ? FORMAT + key.hex() : null;
    }

    private static boolean addOwn(Fingerprint key, @Nullable String text) {
        if (text == null) {
            return false;
        }
        key.add("own").add(text);
        return true;
    }

    private boolean addGiven(Fingerprint key, ToolRequest request) {
        String canonical = CanonicalJson.unambiguous(request.facts().volatileArguments(), request.arguments());
        key.add(canonical == null ? "text" : "json").add(canonical == null ? request.arguments() : canonical);
        for (Map.Entry<String, Object> each : new TreeMap<>(request.context()).entrySet()) {
            String value = text(each.getValue());
            if (value == null) {
                sayWhy(request, each.getKey());
                return false;
            }
            key.add(each.getKey()).add(each.getValue().getClass().getName()).add(value);
        }
        return true;
    }

    /** The value in a text that says all of it and is the same in every process; null when there is none. */
    private static @Nullable String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        boolean plain = value instanceof String
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof UUID
                || (value instanceof TemporalAccessor && isOf(value, "java.time."))
                || (value instanceof Number && (isOf(value, "java.lang.") || isOf(value, "java.math.")));
        return plain ? value.toString() : null;
    }

    private static boolean isOf(Object value, String packagePrefix) {
        return value.getClass().getName().startsWith(packagePrefix);
    }

    private void sayWhy(ToolRequest request, String context) {
        if (saidWhy.compareAndSet(false, true)) {
            log.warn(
                    "Results of tool '{}' are not used again: it is given '{}' in its context, which cannot be part of a key. Write 'key', the"
                            + " name of a bean that says what makes two calls the same",
                    request.name(),
                    context);
        }
    }
}
