package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import java.time.Duration;

/** Failures as our own exceptions, so that these tests do not depend on how foreign ones are read. */
final class Failures {

    private Failures() {}

    static AgentKitException of(ErrorKind kind) {
        return new AgentKitException(kind, "scripted");
    }

    static AgentKitException status(ErrorKind kind, int status) {
        return new AgentKitException(Failure.ofStatus(kind, status, null, null), "scripted", null);
    }

    static AgentKitException rateLimited(Duration retryAfter) {
        return new AgentKitException(
                Failure.ofStatus(ErrorKind.RATE_LIMITED, 429, null, null).withRetryAfter(retryAfter), "scripted", null);
    }

    /** Throws a checked exception where none is declared, as some clients do. */
    @SuppressWarnings("unchecked")
    static <T, E extends Throwable> T sneaky(Throwable error) throws E {
        throw (E) error;
    }
}
