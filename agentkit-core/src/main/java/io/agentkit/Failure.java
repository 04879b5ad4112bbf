package io.agentkit;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known about an exception, apart from its text.
 *
 * @param kind what went wrong
 * @param errorClass whether trying again can help
 * @param retryAfter how long the provider asked to wait; null when it did not say or what it said was in the past
 * @param status HTTP status; 0 when there was none
 * @param providerType the provider's error type, such as {@code overloaded_error}; null when it gave none that is made of words
 * @param providerCode the provider's error code, such as {@code invalid_api_key}; null when it gave none that is made of words
 */
public record Failure(
        ErrorKind kind,
        ErrorClass errorClass,
        @Nullable Duration retryAfter,
        int status,
        @Nullable String providerType,
        @Nullable String providerCode) {

    public Failure {
        Objects.requireNonNull(kind, "'kind' must not be null");
        Objects.requireNonNull(errorClass, "'errorClass' must not be null");
        providerType = ProviderWord.of(providerType);
        providerCode = ProviderWord.of(providerCode);
        retryAfter = retryAfter == null || retryAfter.isNegative() || retryAfter.isZero() ? null : retryAfter;
    }

    /** A failure of which only the kind is known. */
    public static Failure of(ErrorKind kind) {
        return new Failure(kind, kind.errorClass(), null, 0, null, null);
    }

    /** A failure that a provider answered with a status. */
    public static Failure ofStatus(ErrorKind kind, int status, @Nullable String type, @Nullable String code) {
        return new Failure(kind, kind.errorClass(), null, status, type, code);
    }

    public Failure withRetryAfter(@Nullable Duration wait) {
        return new Failure(kind, errorClass, wait, status, providerType, providerCode);
    }

    /** Whether a retry is worth it. */
    public boolean isRetried() {
        return errorClass != ErrorClass.PERMANENT;
    }
}
