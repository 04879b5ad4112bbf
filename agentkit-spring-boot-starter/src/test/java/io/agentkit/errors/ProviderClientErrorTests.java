package io.agentkit.errors;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.genai.errors.ClientException;
import com.google.genai.errors.GenAiIOException;
import com.google.genai.errors.ServerException;
import io.agentkit.ErrorClassifier;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.test.FakeTime;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/** With the real exceptions of the providers' clients. */
class ProviderClientErrorTests {

    private final FakeTime time = new FakeTime();

    private final ErrorClassifier classifier = ErrorClassifier.standard(List.of(
            new OpenAiErrorReader(time),
            new AnthropicErrorReader(time),
            new GoogleErrorReader(),
            new AwsErrorReader(time)));

    @Test
    void openAisErrorInsideAStreamIsReadByItsBody() {
        Failure failure = classifier.classify(
                new CompletionException(openAiStream(Map.of("message", "no", "type", "server_error"))));

        assertThat(failure.kind()).isEqualTo(ErrorKind.UNAVAILABLE);
        assertThat(failure.providerType()).isEqualTo("server_error");
    }

    @Test // FB-05
    void aGatewaysErrorInsideAStreamIsReadByTheNumberInItsCode() {
        Map<String, Object> error = Map.of("message", "Provider returned error", "code", 429);

        assertThat(classifier.classify(openAiStream(error)))
                .returns(ErrorKind.RATE_LIMITED, Failure::kind)
                .returns(429, Failure::status);
    }

    @Test // FB-07
    void aGatewaysErrorIsReadByTheOneNestedInIt() {
        String nested = "{\"error\":{\"message\":\"prompt is too long: 204838 tokens > 200000 maximum\"}}";

        assertThat(kind(openAi(
                        Map.of("message", "Provider returned error", "code", 400, "metadata", Map.of("raw", nested)))))
                .isEqualTo(ErrorKind.CONTEXT_LENGTH);
    }

    @Test
    void openAisCodeWinsOverTheStatus() {
        assertThat(kind(openAi(Map.of("message", "no", "type", "invalid_request_error", "code", "content_filter"))))
                .isEqualTo(ErrorKind.CONTENT_FILTERED);
    }

    @Test
    void openAisAnswerWithoutABodyIsReadByItsStatus() {
        var error = com.openai.errors.RateLimitException.builder()
                .headers(openAiHeaders("x", "y"))
                .error(Optional.empty())
                .build();

        assertThat(classifier.classify(error)).isEqualTo(Failure.ofStatus(ErrorKind.RATE_LIMITED, 429, null, null));
    }

    @Test // RE-04
    void openAisResetHeadersSayHowLongToWait() {
        var error = com.openai.errors.RateLimitException.builder()
                .headers(openAiHeaders("x-ratelimit-reset-tokens", "6m0s"))
                .error(body(Map.of("message", "no")))
                .build();

        assertThat(classifier.classify(error).retryAfter()).isEqualTo(Duration.ofMinutes(6));
    }

    @Test
    void anthropicsErrorInsideAStreamIsReadByItsType() {
        var error = com.anthropic.errors.SseException.builder()
                .statusCode(200)
                .headers(anthropicHeaders("x", "y"))
                .body(com.anthropic.core.JsonValue.from(
                        Map.of("type", "error", "error", Map.of("type", "overloaded_error", "message", "Overloaded"))))
                .build();

        assertThat(classifier.classify(error))
                .returns(ErrorKind.OVERLOADED, Failure::kind)
                .returns("overloaded_error", Failure::providerType);
    }

    @Test // RE-04
    void anthropicsResetHeadersSayHowLongToWait() {
        var error = com.anthropic.errors.RateLimitException.builder()
                .headers(anthropicHeaders(
                        "anthropic-ratelimit-input-tokens-reset",
                        time.now().plusSeconds(20).toString()))
                .body(com.anthropic.core.JsonValue.from(Map.of("type", "error")))
                .build();

        assertThat(classifier.classify(error))
                .returns(ErrorKind.RATE_LIMITED, Failure::kind)
                .returns(Duration.ofSeconds(20), Failure::retryAfter);
    }

    @ParameterizedTest
    @CsvSource({
        "429, RESOURCE_EXHAUSTED, Quota exceeded per minute. Please retry in 7s., RATE_LIMITED",
        "429, RESOURCE_EXHAUSTED, Quota exceeded: GenerateRequestsPerDayPerProject, QUOTA_EXHAUSTED",
        "400, INVALID_ARGUMENT, API key not valid. Please pass a valid API key., UNAUTHORIZED",
        "400, INVALID_ARGUMENT, The input token count exceeds the maximum number of tokens allowed, CONTEXT_LENGTH",
        "400, INVALID_ARGUMENT, no, INVALID_REQUEST",
        "404, NOT_FOUND, no, INVALID_REQUEST",
        "403, PERMISSION_DENIED, no, UNAUTHORIZED"
    })
    void googlesAnswerIsReadByStatusAndText(int code, String status, String message, ErrorKind kind) {
        Throwable wrapped =
                new RuntimeException("Failed to generate content", new ClientException(code, status, message));

        assertThat(kind(wrapped)).isEqualTo(kind);
    }

    @Test
    void googlesServerErrorsPass() {
        assertThat(kind(new ServerException(503, "UNAVAILABLE", "The model is overloaded")))
                .isEqualTo(ErrorKind.OVERLOADED);
        assertThat(kind(new ServerException(504, "DEADLINE_EXCEEDED", "no"))).isEqualTo(ErrorKind.TIMEOUT);
    }

    @Test // RE-04
    void googlesTextSaysHowLongToWait() {
        assertThat(classifier
                        .classify(new ClientException(429, "RESOURCE_EXHAUSTED", "Please retry in 34.5s."))
                        .retryAfter())
                .isEqualTo(Duration.ofMillis(34_500));
    }

    @Test
    void googlesBrokenConnectionIsReadFromTheCause() {
        assertThat(kind(new GenAiIOException("Failed to execute", new SocketTimeoutException("Read timed out"))))
                .isEqualTo(ErrorKind.TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({
        "ThrottlingException, 429, 'Too many requests, please wait', RATE_LIMITED",
        "ThrottlingException, 429, Too many tokens per day, QUOTA_EXHAUSTED",
        "ServiceUnavailableException, 503, no, UNAVAILABLE",
        "ModelTimeoutException, 408, no, TIMEOUT",
        "ModelNotReadyException, 429, no, UNAVAILABLE",
        "ModelErrorException, 424, no, UNAVAILABLE",
        "ModelStreamErrorException, 424, no, UNAVAILABLE",
        "InternalServerException, 500, no, UNAVAILABLE",
        "ValidationException, 400, Input is too long for requested model., CONTEXT_LENGTH",
        "ValidationException, 400, no, INVALID_REQUEST",
        "AccessDeniedException, 403, no, UNAUTHORIZED",
        "ExpiredTokenException, 403, no, UNAUTHORIZED",
        "ResourceNotFoundException, 404, no, INVALID_REQUEST",
        "ThrottlingException, 0, no, RATE_LIMITED"
    })
    void awsAnswersAreReadByTheirCode(String code, int status, String message, ErrorKind kind) {
        assertThat(kind(aws(code, status, message, Map.of()))).isEqualTo(kind);
    }

    @Test // RE-04
    void awsHeadersSayHowLongToWait() {
        assertThat(classifier
                        .classify(aws("ThrottlingException", 429, "no", Map.of("Retry-After", "3")))
                        .retryAfter())
                .isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void awsAnswersWithoutDetailsAreReadByTheirStatus() {
        assertThat(kind(AwsServiceException.builder()
                        .statusCode(503)
                        .message("no")
                        .build()))
                .isEqualTo(ErrorKind.UNAVAILABLE);
    }

    @Test
    void awsClientFailuresAreReadByTypeAndCause() {
        assertThat(kind(ApiCallTimeoutException.create(1_000))).isEqualTo(ErrorKind.TIMEOUT);
        assertThat(kind(ApiCallAttemptTimeoutException.create(1_000))).isEqualTo(ErrorKind.TIMEOUT);
        assertThat(kind(AbortedException.create("no"))).isEqualTo(ErrorKind.CANCELLED);
        assertThat(kind(SdkClientException.create("Unable to execute HTTP request", new java.net.ConnectException())))
                .isEqualTo(ErrorKind.NETWORK);
    }

    private ErrorKind kind(Throwable error) {
        return classifier.classify(error).kind();
    }

    private static Throwable openAi(Map<String, ?> error) {
        return com.openai.errors.BadRequestException.builder()
                .headers(openAiHeaders("x", "y"))
                .error(body(error))
                .build();
    }

    private static Throwable openAiStream(Map<String, ?> error) {
        return com.openai.errors.SseException.builder()
                .statusCode(200)
                .headers(openAiHeaders("x", "y"))
                .error(body(error))
                .build();
    }

    /** As the client reads it. */
    private static com.openai.models.ErrorObject body(Map<String, ?> error) {
        return com.openai.core.JsonValue.from(error).convert(com.openai.models.ErrorObject.class);
    }

    private static com.openai.core.http.Headers openAiHeaders(String name, String value) {
        return com.openai.core.http.Headers.builder().put(name, value).build();
    }

    private static com.anthropic.core.http.Headers anthropicHeaders(String name, String value) {
        return com.anthropic.core.http.Headers.builder().put(name, value).build();
    }

    private static Throwable aws(String code, int status, String message, Map<String, String> headers) {
        var response = SdkHttpFullResponse.builder().statusCode(status);
        headers.forEach(response::putHeader);
        return AwsServiceException.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .sdkHttpResponse(response.build())
                        .build())
                .build();
    }
}
