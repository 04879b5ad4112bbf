package io.agentkit;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The error types and codes of providers, whatever their spelling: {@code rate_limit_error}, {@code ThrottlingException}. */
final class ProviderNames {

    /** Say more than any status. */
    private static final Map<String, ErrorKind> EXACT = Map.copyOf(exact());

    /** Used for too many things to be believed before a status. */
    private static final Map<String, ErrorKind> VAGUE = Map.copyOf(vague());

    private ProviderNames() {}

    static @Nullable ErrorKind exact(@Nullable String name) {
        return name == null ? null : EXACT.get(squeeze(name));
    }

    static @Nullable ErrorKind vague(@Nullable String name) {
        return name == null ? null : VAGUE.get(squeeze(name));
    }

    private static Map<String, ErrorKind> exact() {
        Map<String, ErrorKind> names = new HashMap<>();
        put(
                names,
                ErrorKind.QUOTA_EXHAUSTED,
                "insufficient_quota billing_error billing_not_active billing_hard_limit_reached insufficient_balance"
                        + " insufficient_credits insufficient_funds exceeded_current_quota_error credit_balance_too_low"
                        + " payment_required ServiceQuotaExceededException");
        put(
                names,
                ErrorKind.UNAUTHORIZED,
                "invalid_api_key incorrect_api_key account_deactivated authentication_error invalid_authentication_error"
                        + " permission_error permission_denied unauthenticated unauthorized AccessDeniedException"
                        + " UnrecognizedClientException ExpiredTokenException");
        put(
                names,
                ErrorKind.RATE_LIMITED,
                "rate_limit_exceeded rate_limit_error rate_limit_reached rate_limited rate_limit_reached_error too_many_requests"
                        + " ThrottlingException TooManyRequestsException resource_exhausted");
        put(
                names,
                ErrorKind.OVERLOADED,
                "overloaded_error overloaded engine_overloaded engine_overloaded_error server_overloaded model_overloaded slow_down");
        put(
                names,
                ErrorKind.CONTEXT_LENGTH,
                "context_length_exceeded context_window_exceeded model_context_window_exceeded prompt_too_long"
                        + " exceed_context_size_error tokens_limit_reached string_above_max_length");
        put(
                names,
                ErrorKind.CONTENT_FILTERED,
                "content_filter content_filtered content_policy_violation ResponsibleAIPolicyViolation moderation_blocked"
                        + " data_inspection_failed invalid_prompt prohibited_content");
        put(names, ErrorKind.TIMEOUT, "timeout_error request_timeout deadline_exceeded ModelTimeoutException");
        put(
                names,
                ErrorKind.UNAVAILABLE,
                "ServiceUnavailableException InternalServerException ModelNotReadyException ModelStreamErrorException"
                        + " ModelErrorException");
        put(names, ErrorKind.INVALID_REQUEST, "model_not_found not_found_error request_too_large ValidationException");
        return names;
    }

    private static Map<String, ErrorKind> vague() {
        Map<String, ErrorKind> names = new HashMap<>();
        put(
                names,
                ErrorKind.UNAVAILABLE,
                "server_error api_error internal_error internal_server_error internal unavailable service_unavailable"
                        + " upstream_error");
        put(
                names,
                ErrorKind.INVALID_REQUEST,
                "invalid_request_error invalid_request invalid_argument bad_request failed_precondition not_found"
                        + " unsupported_parameter unsupported_value invalid_value");
        put(names, ErrorKind.UNAUTHORIZED, "forbidden access_denied");
        put(names, ErrorKind.TIMEOUT, "timeout");
        put(names, ErrorKind.CANCELLED, "cancelled");
        return names;
    }

    private static void put(Map<String, ErrorKind> names, ErrorKind kind, String spellings) {
        for (String spelling : spellings.split(" ")) {
            names.put(squeeze(spelling), kind);
        }
    }

    private static String squeeze(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
