package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderErrorsTests {

    private static final Instant NOW = Instant.parse("2026-08-26T10:00:00Z");

    @ParameterizedTest // RE-10
    @CsvSource({
        "401, UNAUTHORIZED",
        "402, QUOTA_EXHAUSTED",
        "424, INVALID_REQUEST",
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
                "424, ModelErrorException, -, UNAVAILABLE",
                "413, tokens, tokens_limit_reached, CONTEXT_LENGTH",
                "400, -, invalid_prompt, CONTENT_FILTERED",
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
                "the request exceeds the available context size, try increasing it",
                "Your input exceeds the context window of this model. Please adjust your input and try again.",
                "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
                "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`",
                "`inputs` must have less than 4095 tokens. Given: 5000",
                "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
                "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000",
                "Input is too long for requested model.",
                "Malformed input request: expected maxLength: 50000, actual: 60000",
                "Please reduce the length of the messages or completion. Current length is 10000 while limit is 8192",
                "Range of input length should be [1, 129024]",
                "Invalid request: Your request exceeded model token limit: 8192",
                "Prompt exceeds max length",
                "the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model",
                "Request body too large for gpt-x model. Max size: 8000 tokens."
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
        assertThat(ProviderErrors.classify(400, null, null, "No such field. See docs.example.com/context-window/limits")
                        .kind())
                .isEqualTo(ErrorKind.INVALID_REQUEST);
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
        "429, Request too large for model x on tokens per minute (TPM): Limit 6000 and requested 9000, CONTEXT_LENGTH",
        "403, Your input was flagged for violence, CONTENT_FILTERED",
        "403, Key limit exceeded (total limit), QUOTA_EXHAUSTED",
        "400, You have reached your specified API usage limits, QUOTA_EXHAUSTED",
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

    @ParameterizedTest // BU-17
    @CsvSource({
        "'This request requires more credits, or fewer max_tokens', QUOTA_EXHAUSTED",
        "'Insufficient credits. Try again later', QUOTA_EXHAUSTED",
        "'Payment Required', QUOTA_EXHAUSTED",
        "'Provider returned error', UNAVAILABLE",
        "'The account is temporarily on hold', UNAVAILABLE",
        "'Rate limit of the upstream reached', RATE_LIMITED"
    })
    void tellsApartAMissingPaymentThatPasses(String message, ErrorKind kind) {
        String body = "{\"error\":{\"message\":\"%s. See https://openrouter.ai/try-again-later\",\"code\":402}}";

        assertThat(ProviderErrors.ofBody(402, body.formatted(message)).kind()).isEqualTo(kind);
    }

    @Test
    void believesAMissingPaymentThatNamesAWait() {
        Failure failure = ProviderErrors.classify(402, null, null, "Insufficient credits");

        assertThat(ProviderErrors.withHeaders(failure, Map.of("retry-after", "7")::get, NOW))
                .isEqualTo(Failure.ofStatus(ErrorKind.RATE_LIMITED, 402, null, null)
                        .withRetryAfter(Duration.ofSeconds(7)));
        assertThat(ProviderErrors.withHeaders(failure, name -> null, NOW)).isSameAs(failure);
    }

    @Test // RE-04
    void prefersTheHeadersWaitToTheBodys() {
        Failure failure = ProviderErrors.ofBody(429, "{\"details\":[{\"retryDelay\":\"34s\"}]}");

        assertThat(ProviderErrors.withHeaders(failure, Map.of("retry-after", "7")::get, NOW)
                        .retryAfter())
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(ProviderErrors.withHeaders(failure, name -> null, NOW).retryAfter())
                .isEqualTo(Duration.ofSeconds(34));
    }

    @ParameterizedTest // RE-04
    @CsvSource({
        "429, Rate limit reached. Please try again in 6m0s., PT6M",
        "429, Rate limit reached. Please try again in 1.5s., PT1.5S",
        "429, Please retry in 34.07s., PT34.07S",
        "429, Requests have exceeded the rate limit. Please retry after 26 seconds., PT26S",
        "503, Overloaded: try again in 2 minutes 5 secs, PT2M5S",
        "429, try again in 120 milliseconds, PT0.12S",
        "429, try again in 20 words, ",
        "429, see https://example.com/retry in 20s, ",
        "429, try again in a moment, ",
        "400, try again in 20s, "
    })
    void readsTheWaitInTheTextWhenItMayPass(int status, String message, @Nullable Duration wait) {
        assertThat(ProviderErrors.classify(status, null, null, message).retryAfter())
                .isEqualTo(wait);
    }

    @Property(tries = 200)
    void takesAnyBody(@ForAll @StringLength(max = 400) String body) {
        assertThat(ProviderErrors.ofBody(0, body).kind()).isNotNull();
    }
}
