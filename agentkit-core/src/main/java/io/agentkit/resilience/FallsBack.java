package io.agentkit.resilience;

import io.agentkit.Call;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which failures have the next model asked. */
record FallsBack(@Nullable Predicate<Throwable> predicate) {

    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;

    static Failure failure(Call<?> call, Throwable error) {
        try {
            return call.environment().errors().classify(error);
        } catch (RuntimeException broken) {
            // It must not hide the provider's failure.
            return Failure.of(ErrorKind.UNKNOWN);
        }
    }

    boolean test(Throwable error, Failure failure) {
        if (predicate != null) {
            try {
                return predicate.test(error);
            } catch (RuntimeException broken) {
                Suppressed.into(error, List.of(broken));
                return false;
            }
        }
        return isUnusable(failure) || failure.kind() == ErrorKind.CONTEXT_LENGTH || failure.isRetried();
    }

    /** Whether the model will not answer anybody until a person has done something about it. */
    static boolean isUnusable(Failure failure) {
        return switch (failure.kind()) {
            case QUOTA_EXHAUSTED, UNAUTHORIZED -> true;
            case INVALID_REQUEST ->
                failure.status() == NOT_FOUND
                        || failure.status() == GONE
                        || "model_not_found".equals(failure.providerCode());
            default -> false;
        };
    }

    /** Whether the application itself refused or gave up: then no other model is to blame or to be asked. */
    static boolean isOurs(Failure failure) {
        return switch (failure.kind()) {
            case BLOCKED,
                    BUDGET_EXCEEDED,
                    DEPTH_EXCEEDED,
                    MAX_TURNS,
                    CANCELLED,
                    APPROVAL_PENDING,
                    NOT_CALLED,
                    STORE,
                    CONFIG -> true;
            default -> false;
        };
    }
}
