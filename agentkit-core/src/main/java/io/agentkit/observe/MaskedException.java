package io.agentkit.observe;

import io.agentkit.text.UrlMask;

/** Stands on an observation for an exception whose messages hold credentials. */
final class MaskedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private MaskedException(Throwable original) {
        super(
                original.getClass().getName() + ": " + UrlMask.mask(String.valueOf(original.getMessage())),
                null,
                false,
                true);
        setStackTrace(original.getStackTrace());
    }

    /** The exception itself when there is nothing in it to hide. */
    static Throwable of(Throwable original) {
        int depth = 0;
        for (Throwable each = original; each != null && depth < 20; each = each.getCause(), depth++) {
            String message = each.getMessage();
            if (message != null && !UrlMask.mask(message).equals(message)) {
                return new MaskedException(original);
            }
        }
        return original;
    }
}
