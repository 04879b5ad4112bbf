package io.agentkit.coerce;

import io.agentkit.ErrorKind;
import io.agentkit.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer is not what it was to be. Paths and rules are told, nothing of the answer.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param model the model that answered; null when nobody said
 * @param kind invalid, truncated, or refused ({@link ErrorKind#CONTENT_FILTERED})
 * @param errorCount how many problems there are, at least 1
 * @param rules the rules that are broken, each once
 * @param answers how many answers there were, the first included
 */
public record OutputCoercionFailed(
        String callId,
        String chain,
        @Nullable String model,
        ErrorKind kind,
        int errorCount,
        List<String> rules,
        int answers)
        implements Event {

    public OutputCoercionFailed {
        rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return "output.coercion_failed";
    }
}
