package io.agentkit.errors;

import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.time.Time;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;

/** Knows the error answers of Spring's blocking HTTP clients. */
final class RestClientErrorReader implements ErrorReader {

    private final Time time;

    RestClientErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (!(error instanceof RestClientResponseException response)) {
            return null;
        }
        int status = response.getStatusCode().value();
        Failure failure = ProviderErrors.ofBody(status, response.getResponseBodyAsString());
        HttpHeaders headers = response.getResponseHeaders();
        return headers == null ? failure : ProviderErrors.withHeaders(failure, headers::getFirst, time.now());
    }
}
