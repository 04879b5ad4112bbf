package io.agentkit.errors;

import com.anthropic.core.http.Headers;
import com.anthropic.errors.AnthropicInvalidDataException;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.ErrorType;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.RetryAfter;
import io.agentkit.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows Anthropic's client. An error inside a stream has status 200, so that only the type tells. */
final class AnthropicErrorReader implements ErrorReader {

    private final Time time;

    AnthropicErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof AnthropicServiceException service) {
            String type = service.errorType().map(ErrorType::asString).orElse(null);
            Failure failure = ProviderErrors.classify(service.statusCode(), type, null, service.getMessage());
            Headers headers = service.headers();
            return failure.withRetryAfter(
                    RetryAfter.read(service.statusCode(), name -> first(headers.values(name)), time.now()));
        }
        return error instanceof AnthropicInvalidDataException ? Failure.of(ErrorKind.STREAM_PROTOCOL) : null;
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
