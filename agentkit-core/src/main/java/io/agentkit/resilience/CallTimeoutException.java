package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A time limit of ours ended what stands inside it: its request was cancelled, and is charged with what had arrived. Worth another try, from
 * outside of whose limit it was.
 */
public final class CallTimeoutException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final TimeLimit limit;
    private final Duration duration;
    private final @Nullable String target;

    CallTimeoutException(
            String chain, @Nullable String target, TimeLimit limit, Duration duration, @Nullable Throwable cause) {
        super(
                ErrorKind.TIMEOUT,
                "%s ended at a time limit of chain '%s': '%s' is %s"
                        .formatted(target == null ? "The call" : "'" + target + "'", chain, limit.setting(), duration),
                cause);
        this.limit = limit;
        this.duration = duration;
        this.target = target;
    }

    /** Whose time it was. */
    public TimeLimit limit() {
        return limit;
    }

    /** How long it allows. */
    public Duration duration() {
        return duration;
    }

    /** The model or tool that was asked; null when the endpoint decides. */
    public @Nullable String target() {
        return target;
    }
}
