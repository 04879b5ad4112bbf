package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * More than one model of a fallback's list failed. Kind and cause are those of the first failure, since that is the one to look into; those
 * of the others are suppressed.
 */
public final class AllModelsFailedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> models;

    AllModelsFailedException(Failure failure, String message, @Nullable Throwable cause, List<String> models) {
        super(failure, message, cause);
        this.models = List.copyOf(models);
    }

    /** The models that failed, by their names in the list, in order; empty when none could take the request. */
    public List<String> models() {
        return models;
    }
}
