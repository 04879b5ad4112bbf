package io.agentkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes a failure by what failed and never by its text, which may hold prompts, arguments, addresses or keys: for logs, audit records
 * and metrics. At most 120 characters. Stateless.
 */
public final class ErrorSummary {

    /** Longest name of a provider's or of a class. */
    private static final int LONGEST_NAME = 56;

    private ErrorSummary() {}

    /**
     * Such as {@code rate limited (status 429, rate_limit_exceeded, retry after 2s)}.
     *
     * @param error null gives an empty text
     */
    public static String of(@Nullable Throwable error, ErrorClassifier classifier) {
        if (error == null) {
            return "";
        }
        Failure failure = classifier.classify(error);
        return failure.kind() == ErrorKind.UNKNOWN
                ? describe("unclassified error", typeName(Causes.unwrapped(error)), failure)
                : of(failure);
    }

    /** As {@link #of(Throwable, ErrorClassifier)}, without the name of a class. */
    public static String of(Failure failure) {
        String what = failure.kind() == ErrorKind.UNKNOWN
                ? "unclassified error"
                : failure.kind().text();
        return describe(what, null, failure);
    }

    private static String describe(String what, @Nullable String typeName, Failure failure) {
        List<String> details = new ArrayList<>(4);
        if (typeName != null) {
            details.add(typeName);
        }
        if (failure.status() > 0) {
            details.add("status " + failure.status());
        }
        String name = failure.providerCode();
        String given = name != null ? name : failure.providerType();
        // One name is enough to look it up, and two long ones would not fit.
        if (given != null && typeName == null) {
            details.add(clip(given));
        }
        if (failure.retryAfter() != null) {
            details.add("retry after " + seconds(failure.retryAfter()));
        }
        return details.isEmpty() ? what : what + " (" + String.join(", ", details) + ")";
    }

    private static String typeName(Throwable error) {
        String name = error.getClass().getName();
        return clip(name.substring(name.lastIndexOf('.') + 1));
    }

    static String clip(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "...";
    }

    private static String seconds(Duration wait) {
        long millis = wait.toMillis();
        return millis < 10_000 && millis % 1000 != 0 ? millis + "ms" : (millis + 999) / 1000 + "s";
    }
}
