package io.agentkit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes from an exception to its causes, since clients wrap theirs in {@code CompletionException}, in plain {@code RuntimeException}s and in
 * types of their own. The first whose type says something decides; only when no type does, the texts are read.
 */
final class StandardErrorClassifier implements ErrorClassifier {

    static final StandardErrorClassifier INSTANCE = new StandardErrorClassifier(List.of());

    private static final Logger log = LoggerFactory.getLogger(StandardErrorClassifier.class);

    private static final Failure NOTHING_KNOWN = Failure.of(ErrorKind.UNKNOWN);

    private final List<ErrorReader> readers;

    StandardErrorClassifier(List<? extends ErrorReader> readers) {
        this.readers = List.copyOf(readers);
    }

    @Override
    public Failure classify(Throwable error) {
        List<Throwable> causes = Causes.of(error);
        Failure vague = null;
        for (Throwable cause : causes) {
            Failure failure = byType(cause);
            if (failure != null && failure.kind() != ErrorKind.UNKNOWN) {
                return failure;
            }
            vague = vague == null ? failure : vague;
        }
        if (vague != null) {
            return vague;
        }
        for (Throwable cause : causes) {
            Failure failure =
                    Causes.isWrapper(cause) ? NOTHING_KNOWN : ProviderErrors.ofText(typeWords(cause), text(cause));
            if (failure.kind() != ErrorKind.UNKNOWN) {
                return failure;
            }
        }
        return NOTHING_KNOWN;
    }

    private @Nullable Failure byType(Throwable error) {
        for (ErrorReader reader : readers) {
            try {
                Failure failure = reader.read(error);
                if (failure != null) {
                    return failure;
                }
            } catch (RuntimeException | LinkageError broken) {
                log.debug("An error reader failed; the next one is asked", ErrorTrace.of(broken));
            }
        }
        return error instanceof AgentKitException ours ? ours.failure() : JdkErrors.read(error);
    }

    /** An exception's own words; a getter that fails says nothing. */
    private static String text(Throwable error) {
        try {
            String message = error.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException broken) {
            return "";
        }
    }

    /** {@code ReadTimeoutException} as {@code Read Timeout Exception}. */
    private static String typeWords(Throwable error) {
        return error.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ");
    }
}
