package io.agentkit.errors;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.http.Headers;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.errors.OpenAIServiceException;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows OpenAI's client, which many other providers and gateways are asked with, too. An error inside a stream has status 200, so that only
 * the body tells.
 */
final class OpenAiErrorReader implements ErrorReader {

    private final Time time;

    OpenAiErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (error instanceof OpenAIServiceException service) {
            Headers headers = service.headers();
            return ProviderErrors.withHeaders(answer(service), name -> first(headers.values(name)), time.now());
        }
        // An answer without what an answer has: an error in a body with a good status ends here.
        return error instanceof OpenAIInvalidDataException ? Failure.of(ErrorKind.STREAM_PROTOCOL) : null;
    }

    /** By the whole body: gateways nest the error of the provider behind them in it, and put numbers where the client expects texts. */
    private static Failure answer(OpenAIServiceException service) {
        JsonNode body = service.body().asObject().isPresent() ? service.body().convert(JsonNode.class) : null;
        return body == null
                ? ProviderErrors.classify(service.statusCode(), null, null, service.getMessage())
                : ProviderErrors.ofBody(service.statusCode(), body.toString());
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
