package io.agentkit.errors;

import com.google.genai.errors.ApiException;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import org.jspecify.annotations.Nullable;

/** Knows Google's client, which keeps status, code and text of an error answer and loses its headers and details. */
final class GoogleErrorReader implements ErrorReader {

    @Override
    public @Nullable Failure read(Throwable error) {
        return error instanceof ApiException answer
                ? ProviderErrors.classify(answer.code(), answer.status(), null, answer.message())
                : null;
    }
}
