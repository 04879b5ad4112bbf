package io.agentkit.chat;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a chain carries: a chat request or a tool request. Immutable. Each request knows which one it was derived from, so that a chain can
 * refuse one that a middleware built from scratch.
 */
public abstract class Request {

    private final Object lineage;

    /** @param derivedFrom the request this one is a copy of; null for a new one */
    protected Request(@Nullable Request derivedFrom) {
        this.lineage = derivedFrom == null ? this : derivedFrom.lineage;
    }

    /** Whether both go back to the same first request. */
    public final boolean isDerivedFrom(Request other) {
        return lineage == other.lineage;
    }

    /** A copy in which every text that a person or a tool wrote went through the function. */
    public abstract Request mapText(UnaryOperator<String> function);
}
