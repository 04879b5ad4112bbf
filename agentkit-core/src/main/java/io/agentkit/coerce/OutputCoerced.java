package io.agentkit.coerce;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * An answer is what it was to be.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param model the model that answered; null when nobody said
 * @param repaired whether the JSON had to be taken out of the text or repaired
 * @param answers how many answers it took, the first included
 */
public record OutputCoerced(
        String callId, String chain, @Nullable String model, boolean repaired, int answers) implements Event {

    @Override
    public String name() {
        return "output.coerced";
    }
}
