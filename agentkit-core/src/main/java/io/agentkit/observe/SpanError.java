package io.agentkit.observe;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorSummary;
import io.agentkit.text.UrlMask;

/**
 * Stands on an observation for an exception whose texts must not be there: messages of providers and tools hold prompts, arguments and whole
 * bodies. It tells the type, what failed and where, and has no cause.
 */
final class SpanError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int DEEPEST = 20;

    private SpanError(Throwable original, String text) {
        super(original.getClass().getName() + ": " + text, null, false, true);
        setStackTrace(original.getStackTrace());
    }

    /** What to put on the observation: with content only credentials in URLs are hidden. */
    static Throwable of(Throwable original, boolean contentIncluded, ErrorClassifier errors) {
        if (contentIncluded) {
            return hasCredentials(original)
                    ? new SpanError(original, UrlMask.mask(String.valueOf(original.getMessage())))
                    : original;
        }
        boolean ours = original instanceof AgentKitException;
        boolean alone = original.getCause() == null && original.getSuppressed().length == 0;
        return ours && alone ? original : new SpanError(original, ErrorSummary.of(original, errors));
    }

    private static boolean hasCredentials(Throwable original) {
        int depth = 0;
        for (Throwable each = original; each != null && depth < DEEPEST; each = each.getCause(), depth++) {
            String message = each.getMessage();
            if (message != null && !UrlMask.mask(message).equals(message)) {
                return true;
            }
        }
        return false;
    }
}
