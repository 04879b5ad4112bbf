package io.agentkit.errors;

import io.agentkit.ErrorClass;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.retry.NonTransientAiException;
import org.springframework.ai.retry.TransientAiException;

/** Knows what Spring AI makes of a REST provider's error answers: the status is only in the text, and the headers are lost. */
final class SpringAiErrorReader implements ErrorReader {

    private static final Pattern ANSWER = Pattern.compile("^(?:HTTP )?([45]\\d\\d) - (.*)$", Pattern.DOTALL);

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof TransientAiException) {
            return read(error.getMessage(), ErrorKind.UNAVAILABLE, ErrorClass.TRANSIENT);
        }
        return error instanceof NonTransientAiException
                ? read(error.getMessage(), ErrorKind.INVALID_REQUEST, ErrorClass.PERMANENT)
                : null;
    }

    /** The status knows better than the type: by default that calls too many requests not transient. */
    private static Failure read(@Nullable String message, ErrorKind otherwise, ErrorClass errorClass) {
        Matcher answer = ANSWER.matcher(message == null ? "" : message);
        if (answer.matches()) {
            Failure failure = ProviderErrors.ofBody(Integer.parseInt(answer.group(1)), answer.group(2));
            if (failure.kind() != ErrorKind.UNKNOWN) {
                return failure;
            }
        }
        return new Failure(otherwise, errorClass, null, 0, null, null);
    }
}
