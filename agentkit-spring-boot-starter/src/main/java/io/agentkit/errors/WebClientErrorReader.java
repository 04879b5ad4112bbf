package io.agentkit.errors;

import io.agentkit.ErrorReader;
import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.time.Time;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Knows the error answers of Spring's reactive HTTP client. */
final class WebClientErrorReader implements ErrorReader {

    private final Time time;

    WebClientErrorReader(Time time) {
        this.time = time;
    }

    @Override
    public @Nullable Failure read(Throwable error) {
        if (!(error instanceof WebClientResponseException response)) {
            return null;
        }
        int status = response.getStatusCode().value();
        Failure failure = ProviderErrors.ofBody(status, response.getResponseBodyAsString());
        HttpHeaders headers = response.getHeaders();
        return ProviderErrors.withHeaders(failure, headers::getFirst, time.now());
    }
}
