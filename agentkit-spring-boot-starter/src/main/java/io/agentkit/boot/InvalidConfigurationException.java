package io.agentkit.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.origin.Origin;

/**
 * Stops the start: something below {@code agentkit} cannot be what was meant. Spring Boot prints the property, where it was written, the
 * reason and what to write instead.
 */
public final class InvalidConfigurationException extends FailureAnalyzedException {

    private static final long serialVersionUID = 1L;

    private final String property;

    private final transient @Nullable Origin origin;

    InvalidConfigurationException(Complaint complaint, String remedy) {
        super(complaint.text(), remedy);
        property = complaint.property();
        origin = complaint.origin();
    }

    InvalidConfigurationException(Complaint complaint, String remedy, Throwable cause) {
        super(complaint.text(), remedy, cause);
        property = complaint.property();
        origin = complaint.origin();
    }

    /** The property at fault, such as {@code agentkit.chat.chain[1]}. */
    public String property() {
        return property;
    }

    /** Where it was written; null when it was written nowhere. */
    public @Nullable Origin origin() {
        return origin;
    }
}
