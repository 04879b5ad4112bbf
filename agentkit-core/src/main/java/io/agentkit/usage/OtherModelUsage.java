package io.agentkit.usage;

import io.agentkit.chat.Usage;
import java.util.Objects;

/**
 * What another model used while it helped the one that answered, such as an adviser; it is charged at its own rates.
 *
 * @param model the other model, as the provider names it
 * @param usage what it used, not part of the reading's own usage
 */
public record OtherModelUsage(String model, Usage usage) {

    public OtherModelUsage {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(usage, "usage");
    }
}
