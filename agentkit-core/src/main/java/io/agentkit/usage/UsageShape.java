package io.agentkit.usage;

import io.agentkit.chat.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way in which providers write down what was used. Stateless. */
interface UsageShape {

    /** Tried in this order. A server that writes more than one shape says the most in the one that comes first. */
    List<UsageShape> ALL = List.of(
            new ChatCompletionsShape(),
            new ResponsesShape(),
            new MessagesShape(),
            new GoogleShape(),
            new ConverseShape(),
            new BilledUnitsShape(),
            new OllamaShape(),
            new InvokeShape());

    /** Whether these counts are of this shape. */
    boolean fits(Part counts);

    /**
     * What was used.
     *
     * @param counts the counts, where a stream said them several times the last of each
     * @param model the model that served the request; null when nobody said
     * @param provider the provider's name in small letters; null when it is to be told from the shape
     */
    Usage read(Part counts, @Nullable String model, @Nullable String provider);

    /** Whether such counts stand among the answer's own fields. Others there are answers to "how long would this prompt be", which is free. */
    default boolean isAtTop() {
        return false;
    }

    /** The provider's name of the tier that served the request, where it stands among the counts. */
    default @Nullable String tier(Part counts) {
        return null;
    }

    /** What other models used. */
    default List<OtherModelUsage> others(Part counts) {
        return List.of();
    }

    static @Nullable UsageShape of(Part counts) {
        for (UsageShape shape : ALL) {
            if (shape.fits(counts)) {
                return shape;
            }
        }
        return null;
    }
}
