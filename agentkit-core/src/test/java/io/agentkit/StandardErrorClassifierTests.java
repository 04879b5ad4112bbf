package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StandardErrorClassifierTests {

    private final ErrorClassifier classifier = ErrorClassifier.standard();

    static Stream<Arguments> jdkTypes() {
        return Stream.of(
                arguments(new SocketTimeoutException("Read timed out"), ErrorKind.TIMEOUT),
                arguments(new SocketTimeoutException("Connect timed out"), ErrorKind.NETWORK),
                arguments(new HttpTimeoutException("request timed out"), ErrorKind.TIMEOUT),
                arguments(new HttpConnectTimeoutException("x"), ErrorKind.NETWORK),
                arguments(new InterruptedIOException("timeout"), ErrorKind.TIMEOUT),
                arguments(new TimeoutException(), ErrorKind.TIMEOUT),
                arguments(new ConnectException("Connection refused"), ErrorKind.NETWORK),
                arguments(new NoRouteToHostException("x"), ErrorKind.NETWORK),
                arguments(new UnknownHostException("api.invalid"), ErrorKind.NETWORK),
                arguments(new SocketException("Connection reset"), ErrorKind.NETWORK),
                arguments(new SSLException("x"), ErrorKind.NETWORK),
                arguments(new EOFException("x"), ErrorKind.NETWORK),
                arguments(new ClosedChannelException(), ErrorKind.NETWORK),
                arguments(new IOException("400 invalid"), ErrorKind.NETWORK),
                arguments(new ClosedByInterruptException(), ErrorKind.CANCELLED),
                arguments(new CancellationException(), ErrorKind.CANCELLED),
                arguments(new InterruptedException(), ErrorKind.CANCELLED),
                arguments(new RejectedExecutionException("x"), ErrorKind.OVERLOADED),
                arguments(new NoSuchFileException("x"), ErrorKind.UNKNOWN),
                arguments(new NullPointerException(), ErrorKind.UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("jdkTypes")
    void knowsTheTypesOfTheJdk(Exception error, ErrorKind kind) {
        assertThat(kindOf(error)).isEqualTo(kind);
    }

    @Test
    void doesNotRetryACertificateThatIsNotTrusted() {
        SSLHandshakeException error = new SSLHandshakeException("PKIX path building failed");
        error.initCause(new CertificateException("x"));

        assertThat(classifier.classify(error))
                .returns(ErrorKind.NETWORK, Failure::kind)
                .returns(false, Failure::isRetried);
    }

    @Test
    void looksIntoWrappers() {
        AgentKitException blocked = new BlockedException("no", "rule");

        assertThat(kindOf(new CompletionException(blocked))).isEqualTo(ErrorKind.BLOCKED);
        assertThat(kindOf(new ExecutionException(blocked))).isEqualTo(ErrorKind.BLOCKED);
        assertThat(kindOf(new UndeclaredThrowableException(blocked))).isEqualTo(ErrorKind.BLOCKED);
        assertThat(kindOf(new RuntimeException("Failed to generate content", blocked)))
                .isEqualTo(ErrorKind.BLOCKED);
        assertThat(kindOf(new UncheckedIOException(new SocketTimeoutException("Read timed out"))))
                .isEqualTo(ErrorKind.TIMEOUT);
        assertThat(kindOf(new CompletionException(new ExecutionException(new RuntimeException(blocked)))))
                .isEqualTo(ErrorKind.BLOCKED);
    }

    @Test
    void doesNotReadTheTextOfAWrapper() {
        assertThat(kindOf(new RuntimeException("Invalid", new IllegalStateException("HTTP 503"))))
                .isEqualTo(ErrorKind.UNAVAILABLE);
    }

    @Test
    void endsOnCausesThatGoInCircles() {
        RuntimeException one = new RuntimeException("one");
        RuntimeException two = new RuntimeException("two", one);
        one.initCause(two);

        assertThat(kindOf(one)).isEqualTo(ErrorKind.UNKNOWN);
        assertThat(ErrorSummary.of(one, classifier)).isEqualTo("unclassified error (RuntimeException)");
    }

    @Test
    void endsOnCausesWithoutEnd() {
        class Endless extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                return new Endless();
            }
        }

        assertThat(kindOf(new Endless())).isEqualTo(ErrorKind.UNKNOWN);
    }

    @Test
    void survivesExceptionsThatThrow() {
        class Broken extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("getMessage");
            }

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("getCause");
            }
        }

        assertThat(kindOf(new Broken())).isEqualTo(ErrorKind.UNKNOWN);
    }

    @Test
    void asksReadersFirstAboutEveryCause() {
        Failure read = Failure.ofStatus(ErrorKind.OVERLOADED, 529, "overloaded_error", null)
                .withRetryAfter(Duration.ofSeconds(3));
        ErrorReader reader = error -> error instanceof SocketTimeoutException ? read : null;
        ErrorClassifier withReader = ErrorClassifier.standard(List.of(reader));

        assertThat(withReader.classify(new SocketTimeoutException())).isSameAs(read);
        assertThat(withReader.classify(new IllegalStateException(new SocketTimeoutException())))
                .isSameAs(read);
        assertThat(withReader.classify(new TimeoutException()).kind()).isEqualTo(ErrorKind.TIMEOUT);
    }

    @Test
    void passesOverAReaderThatFails() {
        ErrorReader broken = error -> {
            throw new NoClassDefFoundError("com/example/Missing");
        };

        assertThat(ErrorClassifier.standard(List.of(broken))
                        .classify(new TimeoutException())
                        .kind())
                .isEqualTo(ErrorKind.TIMEOUT);
    }

    @Test
    void looksAtCausesWhenAReaderFindsNothing() {
        Failure vague = Failure.ofStatus(ErrorKind.UNKNOWN, 302, null, null);
        ErrorClassifier withReader =
                ErrorClassifier.standard(List.of(error -> error instanceof IllegalStateException ? vague : null));

        assertThat(withReader
                        .classify(new IllegalStateException(new TimeoutException()))
                        .kind())
                .isEqualTo(ErrorKind.TIMEOUT);
        assertThat(withReader.classify(new IllegalStateException("429"))).isSameAs(vague);
    }

    @ParameterizedTest // TC-460
    @CsvSource({
        "request timeout, TRANSIENT",
        "400 invalid, PERMANENT",
        "something else happened, UNKNOWN",
        "503 invalid, TRANSIENT",
        "529 overloaded, TRANSIENT",
        "HTTP 502, TRANSIENT",
        "status code: 504, TRANSIENT",
        "rate_limit reached, TRANSIENT",
        "server_error, TRANSIENT",
        "temporarily out, TRANSIENT",
        "connection reset by peer, TRANSIENT",
        "connection aborted, TRANSIENT",
        "circuit open, TRANSIENT",
        "HTTP 401 - no, PERMANENT",
        "403 Forbidden, PERMANENT",
        "HTTP 422, PERMANENT",
        "error code 404, PERMANENT",
        "not allowed here, PERMANENT",
        "content filter triggered, PERMANENT",
        "permission denied, PERMANENT",
        "validation failed, PERMANENT",
        // Numbers that are no status.
        "max_tokens 4000, UNKNOWN",
        "max_tokens 400, UNKNOWN",
        "400 tokens were asked for, UNKNOWN",
        "took 5000 ms, UNKNOWN",
        "bare 500 of something, UNKNOWN",
        "row 429 of 503, UNKNOWN",
        // Words inside words and addresses.
        "invalidated the entry, UNKNOWN",
        "see https://example.com/rate-limit/invalid?error=400, UNKNOWN",
        "see docs.example.com/rate-limit/invalid?error=400, UNKNOWN",
        "see www.example.com/timeout, UNKNOWN",
        "see docs.example.com/errors/rate-limit, UNKNOWN",
        "see api.example.com, UNKNOWN",
        "model meta.llama-3 is overloaded, TRANSIENT"
    })
    void readsTextLast(String text, ErrorClass errorClass) {
        assertThat(classifier.classify(new IllegalStateException(text)).errorClass())
                .isEqualTo(errorClass);
    }

    @Test // TC-460
    void letsATransientWordWinOverThePermanentNameOfAType() {
        class ValidationError extends RuntimeException {
            private static final long serialVersionUID = 1L;

            ValidationError(String message) {
                super(message);
            }
        }

        assertThat(classifier.classify(new ValidationError("timed out")).isRetried())
                .isTrue();
        assertThat(classifier.classify(new ValidationError("no")).isRetried()).isFalse();
    }

    static Stream<Arguments> retryable() {
        return Stream.of(
                arguments(ProviderErrors.classify(429, null, null, null), true),
                arguments(ProviderErrors.classify(503, null, null, null), true),
                arguments(ProviderErrors.classify(408, null, null, null), true),
                arguments(ProviderErrors.classify(400, null, null, null), false),
                arguments(ErrorClassifier.standard().classify(new TimeoutException()), true),
                arguments(new CancelledException(Cancellation.Reason.CONSUMER, null).failure(), false),
                arguments(new CancelledException(Cancellation.Reason.DEADLINE, null).failure(), false),
                arguments(ErrorClassifier.standard().classify(new EOFException()), true),
                arguments(Failure.of(ErrorKind.STREAM_PROTOCOL), true),
                arguments(Failure.of(ErrorKind.TOOL_USE_ID_REUSED), true),
                arguments(Failure.of(ErrorKind.CONFIG), false),
                arguments(
                        ErrorClassifier.standard()
                                .classify(new IllegalStateException(
                                        "model", new AgentKitException(ErrorKind.CONFIG, "wrong"))),
                        false),
                arguments(ProviderErrors.classify(429, "insufficient_quota", null, null), false),
                arguments(ProviderErrors.classify(503, "insufficient_quota", null, null), false),
                arguments(Failure.of(ErrorKind.RESPONSE_TOO_LARGE), false),
                arguments(Failure.of(ErrorKind.TRUNCATED_TOOL_ARGUMENTS), false));
    }

    @ParameterizedTest // TC-275
    @MethodSource("retryable")
    void knowsWhatIsWorthAnotherTry(Failure failure, boolean retried) {
        assertThat(failure.isRetried()).isEqualTo(retried);
    }

    private ErrorKind kindOf(Throwable error) {
        return classifier.classify(error).kind();
    }
}
