package io.agentkit.observe;

import io.agentkit.Scope;
import io.agentkit.observe.AgentKitObservation.CallKey;
import io.micrometer.common.KeyValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What observations of models' and tools' calls have in common, in parts that fit between the others in the order of the keys. */
final class CallKeys {

    private static final String CONVERSATION = "conversation";

    /** What enum constants are called in values of keys. */
    private static final Map<Enum<?>, String> TEXTS = new ConcurrentHashMap<>();

    private CallKeys() {}

    /** The constant's name in lower case. */
    static String text(Enum<?> constant) {
        String known = TEXTS.get(constant);
        return known == null
                ? TEXTS.computeIfAbsent(constant, each -> each.name().toLowerCase(Locale.ROOT))
                : known;
    }

    static String errorKind(CallObservationContext<?, ?> context) {
        return context.errorKind() == null
                ? BoundedNames.NONE
                : context.errorKind().text();
    }

    static void identity(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        keys.add(CallKey.ATTEMPTS.withValue(
                Integer.toString(context.call().meta().attempts())));
        keys.add(CallKey.CALL_ID.withValue(context.call().id()));
    }

    static void depthAndRequests(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        keys.add(CallKey.DEPTH.withValue(Integer.toString(context.call().depth())));
        keys.add(CallKey.REQUESTS.withValue(
                Integer.toString(context.call().meta().requests())));
    }

    static void runAndScope(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        keys.add(CallKey.RUN_ID.withValue(context.call().runId()));
        Scope scope = context.call().scope();
        keys.add(CallKey.TENANT.withValue(orNone(scope.get(Scope.TENANT))));
        scope.values().forEach((key, value) -> {
            if (!key.equals(Scope.TENANT) && !key.equals(Scope.AGENT) && !key.equals(CONVERSATION)) {
                keys.add(KeyValue.of("agentkit.scope." + key, value));
            }
        });
    }

    static void errorType(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        Throwable failure = context.failure();
        if (failure != null) {
            keys.add(CallKey.ERROR_TYPE.withValue(failure.getClass().getName()));
        }
    }

    static void names(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        String agent = context.call().scope().get(Scope.AGENT);
        if (agent != null) {
            keys.add(CallKey.AGENT.withValue(agent));
        }
        String conversation = context.call().scope().get(CONVERSATION);
        if (conversation != null) {
            keys.add(CallKey.CONVERSATION.withValue(conversation));
        }
    }

    private static String orNone(@Nullable String value) {
        return value == null ? BoundedNames.NONE : value;
    }
}
