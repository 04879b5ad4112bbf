package io.agentkit;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a log for an exception whose text must not be there: messages of providers, tools, stores and listeners hold prompts, arguments
 * and keys. It tells the type and where it was thrown, its causes likewise; only messages of our own stay, which hold none of that.
 */
public final class ErrorTrace extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int DEEPEST = 20;

    private ErrorTrace(String text, StackTraceElement[] trace, @Nullable Throwable cause) {
        super(text, cause, true, true);
        setStackTrace(trace);
    }

    /** What to log in its place. */
    public static Throwable of(Throwable failure) {
        return of(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static ErrorTrace of(Throwable failure, Set<Throwable> seen) {
        seen.add(failure);
        Throwable cause = cause(failure);
        boolean more = cause != null && !seen.contains(cause) && seen.size() < DEEPEST;
        ErrorTrace trace =
                new ErrorTrace(text(failure), failure.getStackTrace(), more && cause != null ? of(cause, seen) : null);
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!seen.contains(suppressed) && seen.size() < DEEPEST) {
                trace.addSuppressed(of(suppressed, seen));
            }
        }
        return trace;
    }

    private static @Nullable Throwable cause(Throwable failure) {
        try {
            return failure.getCause();
        } catch (RuntimeException broken) {
            return null;
        }
    }

    private static String text(Throwable failure) {
        String type = failure.getClass().getName();
        boolean ours = failure instanceof AgentKitException && type.startsWith("io.agentkit.");
        return ours ? type + ": " + failure.getMessage() : type;
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
