package io.agentkit.boot.endpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bridge to a framework governs and what it leaves alone. Each bridge is a bean of this type. Thread-safe.
 */
@FunctionalInterface
public interface BridgeCoverage {

    /** The beans and things that the bridge met so far. */
    List<Entry> entries();

    /**
     * Something that calls models or tools.
     *
     * @param bean name of the bean, or of the thing when it is no bean
     * @param kind what it is, such as {@code chat model}
     * @param governed whether its calls go through chains
     * @param reason why not, or what is special; null when there is nothing to say
     */
    record Entry(
            String bean,
            String kind,
            boolean governed,
            @Nullable String reason) {}
}
