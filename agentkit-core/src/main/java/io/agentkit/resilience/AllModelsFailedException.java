package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * More than one model failed, of a fallback's list or of those that a hedge asked. Kind and cause are those of the first of them, since that
 * is the one to look into; the failures of the others are suppressed.
 */
public final class AllModelsFailedException extends AgentKitException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> models;

    AllModelsFailedException(Failure failure, String message, @Nullable Throwable cause, List<String> models) {
        super(failure, message, cause);
        this.models = List.copyOf(models);
    }

    /**
     * @param failed at least one
     * @param notAsked others and why, in words
     */
    static AllModelsFailedException of(List<ModelFailure> failed, List<String> notAsked) {
        ModelFailure first = failed.get(0);
        List<String> told = failed.stream()
                .map(each -> "'%s' (%s)"
                        .formatted(each.model(), each.failure().kind().text()))
                .toList();
        String others = notAsked.isEmpty() ? "" : "; not asked: " + String.join(", ", notAsked);
        AllModelsFailedException all = new AllModelsFailedException(
                first.failure(),
                "%d models failed: %s%s".formatted(failed.size(), String.join(", ", told), others),
                first.error(),
                failed.stream().map(ModelFailure::model).toList());
        return Suppressed.into(
                all,
                failed.subList(1, failed.size()).stream()
                        .map(ModelFailure::error)
                        .toList());
    }

    /** The models that failed, by their names in the settings, in order; empty when none could take the request. */
    public List<String> models() {
        return models;
    }
}
