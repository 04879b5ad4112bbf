package io.agentkit.resilience;

import java.util.List;

/** Keeps the failures of earlier attempts on the one that goes out. */
final class Suppressed {

    /** Clients that throw the same instance again and again would make it grow for ever. */
    private static final int MOST = 16;

    private Suppressed() {}

    /** Adds what is not there yet, and gives back the first parameter. */
    static <E extends Throwable> E into(E error, List<? extends Throwable> others) {
        for (Throwable other : others) {
            if (other != error && error.getSuppressed().length < MOST && !isKept(error, other)) {
                error.addSuppressed(other);
            }
        }
        return error;
    }

    private static boolean isKept(Throwable error, Throwable other) {
        for (Throwable kept : error.getSuppressed()) {
            if (kept == other || (kept instanceof RetryExhaustedException said && said.saysTheSame(other))) {
                return true;
            }
        }
        return false;
    }
}
