package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderErrorsTests {

    @ParameterizedTest // RE-10
    @CsvSource({
        "401, UNAUTHORIZED",
        "402, QUOTA_EXHAUSTED",
        "403, UNAUTHORIZED",
        "404, INVALID_REQUEST",
        "400, INVALID_REQUEST",
        "413, INVALID_REQUEST",
        "422, INVALID_REQUEST",
        "408, TIMEOUT",
        "429, RATE_LIMITED",
        "500, UNAVAILABLE",
        "503, UNAVAILABLE",
        "504, UNAVAILABLE",
        "520, UNAVAILABLE",
        "524, UNAVAILABLE",
        "529, OVERLOADED",
        "200, UNKNOWN",
        "302, UNKNOWN",
        "0, UNKNOWN"
    })
    void readsTheStatusWhenThereIsNothingElse(int status, ErrorKind kind) {
        assertThat(ProviderErrors.classify(status, null, null, null))
                .isEqualTo(Failure.ofStatus(kind, status, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "429, insufficient_quota, insufficient_quota, QUOTA_EXHAUSTED",
                "503, insufficient_quota, -, QUOTA_EXHAUSTED",
                "403, billing_error, -, QUOTA_EXHAUSTED",
                "429, -, billing_not_active, QUOTA_EXHAUSTED",
                "429, -, account_deactivated, UNAUTHORIZED",
                "429, -, invalid_api_key, UNAUTHORIZED",
                "500, overloaded_error, -, OVERLOADED",
                "200, overloaded_error, -, OVERLOADED",
                "200, api_error, -, UNAVAILABLE",
                "200, invalid_request_error, -, INVALID_REQUEST",
                "401, invalid_request_error, -, UNAUTHORIZED",
                "400, invalid_request_error, context_length_exceeded, CONTEXT_LENGTH",
                "400, -, content_filter, CONTENT_FILTERED",
                "400, ThrottlingException, -, RATE_LIMITED",
                "0, -, 429, RATE_LIMITED",
                "0, RESOURCE_EXHAUSTED, -, RATE_LIMITED",
                "418, whatever, whatever, INVALID_REQUEST"
            })
    void readsCodeAndTypeBeforeTheStatus(int status, @Nullable String type, @Nullable String code, ErrorKind kind) {
        assertThat(ProviderErrors.classify(status, type, code, null))
                .returns(kind, Failure::kind)
                .returns(type, Failure::providerType)
                .returns(code, Failure::providerCode);
    }

    @ParameterizedTest // FB-06, FB-08
    @ValueSource(
            strings = {
                "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
                "input length and `max_tokens` exceed context limit: 179413 + 32768 > 200000, decrease input length or `max_tokens`",
                "prompt is too long: 204838 tokens > 200000 maximum",
                "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                "the request exceeds the available context size, try increasing it"
            })
    void recognisesAPromptThatIsTooLong(String message) {
        assertThat(ProviderErrors.classify(400, "invalid_request_error", null, message)
                        .kind())
                .isEqualTo(ErrorKind.CONTEXT_LENGTH);
    }

    @Test // FB-07
    void looksIntoErrorsThatAreNestedInAnother() {
        String body = """
                {"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"type\\":\\"error\\",\\"error\\":
                {\\"type\\":\\"invalid_request_error\\",\\"message\\":\\"prompt is too long: 204838 tokens > 200000 maximum\\"}}"}}}
                """;

        assertThat(ProviderErrors.ofBody(400, body))
                .isEqualTo(Failure.ofStatus(ErrorKind.CONTEXT_LENGTH, 400, "invalid_request_error", null));
    }

    @Test // FB-07
    void findsTheCodeOfANestedErrorBehindAVagueOne() {
        String body =
                "{\"error\":{\"code\":502,\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"code\\\":\\\"insufficient_quota\\\"}}\"}}}";

        assertThat(ProviderErrors.ofBody(502, body).kind()).isEqualTo(ErrorKind.QUOTA_EXHAUSTED);
    }

    @Test
    void takesTheStatusOfABodyWhenItCameWithSuccess() {
        assertThat(ProviderErrors.ofBody(200, "{\"error\":{\"code\":503,\"message\":\"no\"}}"))
                .isEqualTo(Failure.ofStatus(ErrorKind.UNAVAILABLE, 503, null, null));
    }

    @Test // BU-17
    void readsNoWordsOutsideAndNothingInsideAddresses() {
        String body =
                "{\"error\":{\"message\":\"Add credit. See https://example.com/organization/rate-limit/temporarily\"}}";

        assertThat(ProviderErrors.ofBody(402, body).kind()).isEqualTo(ErrorKind.QUOTA_EXHAUSTED);
        assertThat(ProviderErrors.ofBody(400, body).kind()).isEqualTo(ErrorKind.INVALID_REQUEST);
        assertThat(ProviderErrors.ofBody(0, body).kind()).isEqualTo(ErrorKind.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "400, Your credit balance is too low to access the API, QUOTA_EXHAUSTED",
        "400, API key not valid. Please pass a valid API key., UNAUTHORIZED",
        "400, The response was filtered due to the content management policy, CONTENT_FILTERED",
        "503, The model is overloaded, OVERLOADED",
        "429, 'You exceeded your current quota, check your plan', QUOTA_EXHAUSTED",
        "429, 'Rate limit reached on tokens per day (TPD): Limit 100000', QUOTA_EXHAUSTED",
        "429, 'Quota exceeded: GenerateRequestsPerDayPerProject', QUOTA_EXHAUSTED",
        "429, 'You exceeded your current quota: GenerateRequestsPerMinutePerProject', RATE_LIMITED",
        "429, Rate limit reached on tokens per minute, RATE_LIMITED",
        "503, invalid, UNAVAILABLE"
    })
    void readsTheTextToTellApartWhatOneStatusStandsFor(int status, String message, ErrorKind kind) {
        assertThat(ProviderErrors.classify(status, null, null, message).kind()).isEqualTo(kind);
    }

    @Test // RE-04
    void readsTheWaitInTheBody() {
        String body =
                "{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"retryDelay\":\"34.5s\"}]}}";

        assertThat(ProviderErrors.ofBody(429, body))
                .returns(ErrorKind.RATE_LIMITED, Failure::kind)
                .returns(Duration.ofMillis(34_500), Failure::retryAfter);
    }

    @Property(tries = 200)
    void takesAnyBody(@ForAll @StringLength(max = 400) String body) {
        assertThat(ProviderErrors.ofBody(0, body).kind()).isNotNull();
    }
}
