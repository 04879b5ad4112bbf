package io.agentkit;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Walks from an exception to what caused it. */
final class Causes {

    /** Deeper chains are made by code that wraps in a loop. */
    private static final int MOST = 32;

    private Causes() {}

    /** The exception and its causes, outermost first, each once. */
    static List<Throwable> of(Throwable error) {
        List<Throwable> causes = new ArrayList<>(4);
        for (Throwable cause = error; cause != null && causes.size() < MOST && !contains(causes, cause); ) {
            causes.add(cause);
            cause = cause(cause);
        }
        return causes;
    }

    /** What the exception is about: itself, or the cause of wrappers that say nothing themselves. */
    static Throwable unwrapped(Throwable error) {
        List<Throwable> causes = of(error);
        for (Throwable cause : causes) {
            if (!isWrapper(cause)) {
                return cause;
            }
        }
        return causes.get(causes.size() - 1);
    }

    /** Whether it only carries another one. */
    static boolean isWrapper(Throwable error) {
        if (cause(error) == null) {
            return false;
        }
        return error instanceof CompletionException
                || error instanceof ExecutionException
                || error instanceof UndeclaredThrowableException
                || error.getClass() == RuntimeException.class;
    }

    private static @Nullable Throwable cause(Throwable error) {
        try {
            return error.getCause();
        } catch (RuntimeException broken) {
            return null;
        }
    }

    private static boolean contains(List<Throwable> causes, Throwable cause) {
        for (Throwable known : causes) {
            if (known == cause) {
                return true;
            }
        }
        return false;
    }
}
