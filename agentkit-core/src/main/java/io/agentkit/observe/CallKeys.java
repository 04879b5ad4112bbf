package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.Scope;
import io.agentkit.observe.AgentKitObservation.CallKey;
import io.micrometer.common.KeyValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What observations of models' and tools' calls have in common. */
final class CallKeys {

    private CallKeys() {}

    static String errorKind(CallObservationContext<?, ?> context) {
        return context.errorKind() == null
                ? BoundedNames.NONE
                : context.errorKind().text();
    }

    static void add(List<KeyValue> keys, CallObservationContext<?, ?> context) {
        Call<?> call = context.call();
        keys.add(CallKey.CALL_ID.withValue(call.id()));
        keys.add(CallKey.RUN_ID.withValue(call.runId()));
        keys.add(CallKey.DEPTH.withValue(Integer.toString(call.depth())));
        scope(keys, call.scope());
        keys.add(CallKey.ATTEMPTS.withValue(Integer.toString(call.meta().attempts())));
        keys.add(CallKey.REQUESTS.withValue(Integer.toString(call.meta().requests())));
        Throwable failure = context.failure();
        if (failure != null) {
            keys.add(CallKey.ERROR_TYPE.withValue(failure.getClass().getName()));
        }
    }

    private static void scope(List<KeyValue> keys, Scope scope) {
        keys.add(CallKey.TENANT.withValue(orNone(scope.get(Scope.TENANT))));
        scope.values().forEach((key, value) -> {
            switch (key) {
                case Scope.TENANT -> {}
                case Scope.AGENT -> keys.add(CallKey.AGENT.withValue(value));
                case "conversation" -> keys.add(CallKey.CONVERSATION.withValue(value));
                default -> keys.add(KeyValue.of("agentkit.scope." + key, value));
            }
        });
    }

    private static String orNone(@Nullable String value) {
        return value == null ? BoundedNames.NONE : value;
    }
}
