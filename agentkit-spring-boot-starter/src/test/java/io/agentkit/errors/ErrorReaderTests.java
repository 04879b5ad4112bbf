package io.agentkit.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.test.FakeTime;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.springframework.ai.retry.NonTransientAiException;
import org.springframework.ai.retry.TransientAiException;
import org.springframework.core.retry.RetryException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.Exceptions;

class ErrorReaderTests {

    private final FakeTime time = new FakeTime();

    private final ErrorClassifier classifier = ErrorClassifier.standard(
            List.of(new SpringAiErrorReader(), new RestClientErrorReader(time), new WebClientErrorReader(time)));

    @Test
    void springAisExceptionsSayTheStatusInTheirText() {
        assertThat(kind(new TransientAiException("HTTP 503 - {\"error\":\"busy\"}")))
                .isEqualTo(ErrorKind.UNAVAILABLE);
        assertThat(kind(new NonTransientAiException("HTTP 401 - nope"))).isEqualTo(ErrorKind.UNAUTHORIZED);
        assertThat(kind(new NonTransientAiException("400 - {\"error\":{\"code\":\"context_length_exceeded\"}}")))
                .isEqualTo(ErrorKind.CONTEXT_LENGTH);
    }

    @Test
    void tooManyRequestsPassAlsoWhereSpringAiSaysTheyDoNot() {
        Failure failure = classifier.classify(new NonTransientAiException("HTTP 429 - slow down"));

        assertThat(failure.kind()).isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(failure.isRetried()).isTrue();
    }

    @Test
    void withoutAStatusTheTypeTells() {
        assertThat(classifier.classify(new TransientAiException("hm")).isRetried())
                .isTrue();
        assertThat(classifier.classify(new NonTransientAiException("hm")).isRetried())
                .isFalse();
    }

    @Test
    void springsHttpClientsKeepTheHeaders() {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Retry-After", "12");
        Failure blocking = classifier.classify(HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "", headers, new byte[0], StandardCharsets.UTF_8));
        Failure reactive = classifier.classify(new CompletionException(
                WebClientResponseException.create(429, "", headers, new byte[0], StandardCharsets.UTF_8)));

        assertThat(blocking.kind()).isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(blocking.retryAfter()).isEqualTo(Duration.ofSeconds(12));
        assertThat(reactive).isEqualTo(blocking);
    }

    @Test // RE-04
    void theHeadersWaitComesBeforeTheBodys() {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Retry-After", "12");
        byte[] body = "{\"details\":[{\"retryDelay\":\"34s\"}]}".getBytes(StandardCharsets.UTF_8);

        assertThat(classifier
                        .classify(HttpClientErrorException.create(
                                HttpStatus.TOO_MANY_REQUESTS, "", headers, body, StandardCharsets.UTF_8))
                        .retryAfter())
                .isEqualTo(Duration.ofSeconds(12));
    }

    @Test
    void theBodyTellsApartWhatOneStatusMeans() {
        byte[] body = "{\"error\":{\"code\":\"insufficient_quota\"}}".getBytes(StandardCharsets.UTF_8);

        assertThat(kind(HttpClientErrorException.create(
                        HttpStatus.TOO_MANY_REQUESTS, "", new HttpHeaders(), body, StandardCharsets.UTF_8)))
                .isEqualTo(ErrorKind.QUOTA_EXHAUSTED);
    }

    @Test
    void aBrokenConnectionIsReadFromTheCause() {
        assertThat(kind(new ResourceAccessException("", new java.net.ConnectException())))
                .isEqualTo(ErrorKind.NETWORK);
    }

    @Test
    void reactorsAndSpringsWrappersSayNothingThemselves() {
        Throwable refused = HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8);
        Throwable checked = new java.io.IOException("Connection reset", refused);

        assertThat(kind(Exceptions.propagate(new ExecutionException("invalid", refused))))
                .isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(kind(Exceptions.retryExhausted("Retries exhausted: 3/3", refused)))
                .isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(kind(new RetryException("Retry policy exhausted", refused))).isEqualTo(ErrorKind.RATE_LIMITED);
        assertThat(kind(Exceptions.propagate(checked))).isEqualTo(ErrorKind.NETWORK);
    }

    @Test
    void webClientsBrokenConnectionIsReadFromTheCause() {
        assertThat(kind(new WebClientRequestException(
                        new java.net.ConnectException(),
                        HttpMethod.POST,
                        URI.create("https://api.example.com/rate-limit"),
                        new HttpHeaders())))
                .isEqualTo(ErrorKind.NETWORK);
    }

    private ErrorKind kind(Throwable error) {
        return classifier.classify(error).kind();
    }
}
