package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorSummaryTests {

    private static final String SECRET = "sk-4242";

    @Test
    void isEmptyWithoutAFailure() {
        assertThat(ErrorSummary.of(null, ErrorClassifier.standard())).isEmpty();
    }

    @ParameterizedTest // TC-220, TC-221, TC-225
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void saysTheKindAndNothingElse(ErrorKind kind) {
        assertThat(summary(new AgentKitException(kind, SECRET))).isEqualTo(kind.text());
    }

    @Test // TC-221
    void hasFixedTextsForWhatGoesWrongWithTools() {
        assertThat(summary(new AgentKitException(ErrorKind.UNKNOWN_TOOL, SECRET)))
                .isEqualTo("unknown tool");
        assertThat(summary(new AgentKitException(ErrorKind.INVALID_TOOL_ARGUMENTS, SECRET)))
                .isEqualTo("invalid tool arguments");
        assertThat(summary(new AgentKitException(ErrorKind.TOOL_USE_ID_REUSED, SECRET)))
                .isEqualTo("tool use id reused");
        assertThat(summary(new AgentKitException(ErrorKind.MAX_TURNS, SECRET))).isEqualTo("max turns");
    }

    @Test // TC-222
    void tellsCancelledFromTimeout() {
        assertThat(summary(new CancelledException(Cancellation.Reason.CONSUMER, new IllegalStateException(SECRET))))
                .isEqualTo("cancelled");
        assertThat(summary(new CancelledException(Cancellation.Reason.DEADLINE, null)))
                .isEqualTo("timeout");
        assertThat(summary(new HttpTimeoutException(SECRET))).isEqualTo("timeout");
    }

    @Test // TC-223
    void namesStatusAndCodeOfAProvider() {
        assertThat(summary(provider(401, "invalid_request_error", "invalid_api_key")))
                .isEqualTo("unauthorized (status 401, invalid_api_key)");
        assertThat(summary(provider(401, "authentication_error", null)))
                .isEqualTo("unauthorized (status 401, authentication_error)");
        assertThat(summary(provider(500, null, null))).isEqualTo("unavailable (status 500)");
        assertThat(summary(provider(502, null, null))).isEqualTo("unavailable (status 502)");
    }

    @Test // TC-224
    void namesTheWait() {
        Failure limited = Failure.of(ErrorKind.RATE_LIMITED);

        assertThat(ErrorSummary.of(limited.withRetryAfter(Duration.ofSeconds(2))))
                .isEqualTo("rate limited (retry after 2s)");
        assertThat(ErrorSummary.of(limited.withRetryAfter(Duration.ofMillis(1500))))
                .isEqualTo("rate limited (retry after 1500ms)");
    }

    @Test // TC-226
    void namesTheTypeOfWhatNobodyKnows() {
        RuntimeException error = new IllegalStateException("GET " + URI.create("https://example.com/?key=" + SECRET));

        assertThat(summary(error)).isEqualTo("unclassified error (IllegalStateException)");
        assertThat(summary(new CompletionException(error))).isEqualTo("unclassified error (IllegalStateException)");
        assertThat(ErrorSummary.of(Failure.of(ErrorKind.UNKNOWN))).isEqualTo("unclassified error");
    }

    @Test // TC-227
    void clipsLongNames() {
        assertThat(ErrorSummary.of(Failure.ofStatus(ErrorKind.UNAVAILABLE, 500, null, "x".repeat(200))))
                .isEqualTo("unavailable (status 500, " + "x".repeat(56) + "...)");
        assertThat(summary(new AnExceptionWithANameThatIsMuchLongerThanAnybodyWouldWantToReadInALogLine()))
                .isEqualTo("unclassified error" + " (ErrorSummaryTests$AnExceptionWithANameThatIsMuchLongerTh...)");
    }

    @Test // TC-227
    void neverCutsACharacter() {
        assertThat(ErrorSummary.clip("ä".repeat(200))).isEqualTo("ä".repeat(56) + "...");
        assertThat(ErrorSummary.clip("\uD835\uDCB3".repeat(200))).isEqualTo("\uD835\uDCB3".repeat(56) + "...");
    }

    @Test // TC-227
    void staysWithin120Characters() {
        for (ErrorKind kind : ErrorKind.values()) {
            Failure longest = Failure.ofStatus(kind, 599, "y".repeat(200), "x".repeat(200))
                    .withRetryAfter(RetryAfter.LONGEST.minusMillis(1));

            assertThat(ErrorSummary.of(longest)).hasSizeLessThanOrEqualTo(120);
        }
    }

    @Test
    void leavesOutACodeThatIsASentence() {
        assertThat(ErrorSummary.of(Failure.ofStatus(ErrorKind.UNAUTHORIZED, 401, "auth", "Invalid key " + SECRET)))
                .isEqualTo("unauthorized (status 401, auth)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-proj-abcdef",
                "sk-4242",
                "invalid_api_key:sk-proj-Zq81kQ2",
                "AKIAIOSFODNN7EXAMPLE",
                "AIzaSyD4242",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.x",
                "3f2a9c81b7e4",
                "4111-1111-1111-1111-1111"
            })
    void leavesOutACodeThatMayBeAKey(String code) {
        assertThat(ErrorSummary.of(Failure.ofStatus(ErrorKind.UNAUTHORIZED, 401, code, code)))
                .isEqualTo("unauthorized (status 401)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate_limit_exceeded",
                "429",
                "DeploymentNotFound",
                "1211",
                "InvalidParameter.UnsupportedModel",
                "error-v2",
                "http_429"
            })
    void namesCodesAsProvidersWriteThem(String code) {
        assertThat(ErrorSummary.of(Failure.ofStatus(ErrorKind.UNAUTHORIZED, 0, null, code)))
                .isEqualTo("unauthorized (" + code + ")");
    }

    private static AgentKitException provider(int status, @Nullable String type, @Nullable String code) {
        return new AgentKitException(ProviderErrors.classify(status, type, code, SECRET), SECRET, null);
    }

    private static String summary(Throwable error) {
        String summary = ErrorSummary.of(error, ErrorClassifier.standard());
        assertThat(summary).doesNotContain(SECRET).hasSizeLessThanOrEqualTo(120);
        return summary;
    }

    private static final class AnExceptionWithANameThatIsMuchLongerThanAnybodyWouldWantToReadInALogLine
            extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
