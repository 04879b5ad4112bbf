package io.agentkit.errors;

import com.openai.core.http.Headers;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.errors.OpenAIServiceException;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.RetryAfter;
import io.agentkit.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows OpenAI's client. An error inside a stream has status 200, so that only type and code tell. */
final class OpenAiErrorReader implements ErrorReader {

    private final Time time;

    OpenAiErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof OpenAIServiceException service) {
            Failure failure = ProviderErrors.classify(
                    service.statusCode(),
                    service.type().orElse(null),
                    service.code().orElse(null),
                    service.getMessage());
            Headers headers = service.headers();
            return failure.withRetryAfter(
                    RetryAfter.read(service.statusCode(), name -> first(headers.values(name)), time.now()));
        }
        // An answer without what an answer has: an error in a body with a good status ends here.
        return error instanceof OpenAIInvalidDataException ? Failure.of(ErrorKind.STREAM_PROTOCOL) : null;
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
