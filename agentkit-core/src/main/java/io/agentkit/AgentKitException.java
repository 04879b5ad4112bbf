package io.agentkit;

import io.agentkit.chat.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The root of what agentkit itself throws. Exceptions of providers and tools are not wrapped in it: they are classified by
 * {@link ErrorClassifier} and come out as they are. Messages never hold texts of prompts, arguments or provider bodies.
 */
public class AgentKitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    private transient @Nullable Usage usage;

    public AgentKitException(ErrorKind kind, String message) {
        this(Failure.of(kind), message, null);
    }

    public AgentKitException(ErrorKind kind, String message, @Nullable Throwable cause) {
        this(Failure.of(kind), message, cause);
    }

    public AgentKitException(Failure failure, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = Objects.requireNonNull(failure, "'failure' must not be null");
    }

    public ErrorKind kind() {
        return failure.kind();
    }

    /** Kind, class, wait and the provider's own words for it. */
    public Failure failure() {
        return failure;
    }

    /** Whether a retry is worth it. */
    public boolean isRetryable() {
        return failure.isRetried();
    }

    /** What the failed request was billed; null when nobody knows. */
    public @Nullable Usage usage() {
        return usage;
    }

    /** Notes what the failed request was billed. */
    public AgentKitException withUsage(Usage billed) {
        usage = billed;
        return this;
    }
}
