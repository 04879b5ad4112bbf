package io.agentkit;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a failure is worth another try, as a predicate to build on:
 *
 * <pre>{@code
 * @Bean
 * Predicate<Throwable> alsoConflicts(Retryable retryable) {
 *     return retryable.or(error -> error instanceof ConflictException);
 * }
 * }</pre>
 *
 * <p>True for everything that is not permanent: rate limits, overload, failures on the provider's side, broken connections and streams,
 * time limits, and what nobody knows. Immutable and thread-safe.
 */
public final class Retryable implements Predicate<Throwable> {

    private static final Retryable STANDARD = new Retryable(ErrorClassifier.standard());

    private final ErrorClassifier classifier;

    /** By this classifier. */
    public Retryable(ErrorClassifier classifier) {
        this.classifier = Objects.requireNonNull(classifier, "'classifier' must not be null");
    }

    /** By {@link ErrorClassifier#standard()}. */
    public static Retryable standard() {
        return STANDARD;
    }

    /** @param error null is no failure, and not worth another try */
    @Override
    public boolean test(@Nullable Throwable error) {
        return error != null && classifier.classify(error).isRetried();
    }
}
