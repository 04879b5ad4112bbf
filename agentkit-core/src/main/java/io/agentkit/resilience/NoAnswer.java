package io.agentkit.resilience;

import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import java.util.List;

/** What goes out of a race in which no model has answered. */
final class NoAnswer {

    private NoAnswer() {}

    /** What the application itself refused, or the only failure, as it came; else one that tells of all. */
    static Throwable of(List<ModelFailure> failed) {
        for (ModelFailure each : failed) {
            if (failed.size() == 1 || FallsBack.isOurs(each.failure())) {
                return Suppressed.into(each.error(), errors(failed));
            }
        }
        return AllModelsFailedException.of(failed, List.of());
    }

    static CancelledException cancelled(Cancellation.Reason why, List<ModelFailure> failed) {
        return Suppressed.into(new CancelledException(why, null), errors(failed));
    }

    private static List<Throwable> errors(List<ModelFailure> failed) {
        return failed.stream().map(ModelFailure::error).toList();
    }

    /** Checked exceptions that a provider throws past the compiler go out as they are. */
    @SuppressWarnings("unchecked") // erased: whatever it is, it is thrown
    static <E extends Throwable> RuntimeException asThrown(Throwable error) throws E {
        throw (E) error;
    }
}
