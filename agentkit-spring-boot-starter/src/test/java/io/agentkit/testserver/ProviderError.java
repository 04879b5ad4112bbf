package io.agentkit.testserver;

import io.agentkit.testserver.Body.ErrorForm;
import org.jspecify.annotations.Nullable;

/** Errors that both providers know, each in the form in which it sends them. */
public enum ProviderError {
    /** 429, more requests or tokens in a minute than allowed. */
    RATE_LIMITED(429, "requests", "rate_limit_exceeded", 429, "rate_limit_error", "Rate limit reached."),
    /** 429 {@code insufficient_quota} at OpenAI, 400 at Anthropic: no money left, waiting does not help. */
    QUOTA_EXHAUSTED(
            429,
            "insufficient_quota",
            "insufficient_quota",
            400,
            "invalid_request_error",
            "Your credit balance is too low."),
    /** 500. */
    SERVER_ERROR(500, "server_error", null, 500, "api_error", "The server had an error."),
    /** 503. */
    UNAVAILABLE(503, "server_error", null, 503, "api_error", "The service is unavailable."),
    /** 503 at OpenAI, 529 {@code overloaded_error} at Anthropic. */
    OVERLOADED(503, "server_error", "server_overloaded", 529, "overloaded_error", "Overloaded"),
    /** 400. */
    BAD_REQUEST(400, "invalid_request_error", null, 400, "invalid_request_error", "The request is invalid."),
    /** 400, the prompt is longer than the model's window. */
    CONTEXT_TOO_LONG(
            400,
            "invalid_request_error",
            "context_length_exceeded",
            400,
            "invalid_request_error",
            "prompt is too long: 210000 tokens > 200000 maximum"),
    /** 400, the provider's filter refused the prompt. */
    CONTENT_FILTERED(
            400,
            "invalid_request_error",
            "content_filter",
            400,
            "invalid_request_error",
            "Output blocked by content filtering policy"),
    /** 401. */
    UNAUTHORIZED(401, "invalid_request_error", "invalid_api_key", 401, "authentication_error", "invalid x-api-key"),
    /** 404, no such model. */
    MODEL_NOT_FOUND(
            404, "invalid_request_error", "model_not_found", 404, "not_found_error", "The model does not exist.");

    private final Body.Failure failure;

    ProviderError(
            int openAiStatus,
            String openAiType,
            @Nullable String openAiCode,
            int anthropicStatus,
            String anthropicType,
            String message) {
        this.failure = new Body.Failure(
                new ErrorForm(openAiStatus, openAiType, openAiCode),
                new ErrorForm(anthropicStatus, anthropicType, null),
                message);
    }

    Body.Failure failure() {
        return failure;
    }
}
