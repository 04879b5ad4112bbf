package io.agentkit.errors;

import com.anthropic.core.http.Headers;
import com.anthropic.errors.AnthropicInvalidDataException;
import com.anthropic.errors.AnthropicServiceException;
import com.fasterxml.jackson.databind.JsonNode;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows Anthropic's client. An error inside a stream has status 200, so that only the body tells. */
final class AnthropicErrorReader implements ErrorReader {

    private final Time time;

    AnthropicErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof AnthropicServiceException service) {
            Headers headers = service.headers();
            return ProviderErrors.withHeaders(answer(service), name -> first(headers.values(name)), time.now());
        }
        return error instanceof AnthropicInvalidDataException ? Failure.of(ErrorKind.STREAM_PROTOCOL) : null;
    }

    private static Failure answer(AnthropicServiceException service) {
        JsonNode body = service.body().asObject().isPresent() ? service.body().convert(JsonNode.class) : null;
        return body == null
                ? ProviderErrors.classify(service.statusCode(), null, null, service.getMessage())
                : ProviderErrors.ofBody(service.statusCode(), body.toString());
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
