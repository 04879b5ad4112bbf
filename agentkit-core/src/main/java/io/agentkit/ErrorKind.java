package io.agentkit;

import java.util.Locale;

/**
 * What went wrong, in one vocabulary for all providers. Each kind says whether it is worth another try.
 */
public enum ErrorKind {
    /** The provider, or a rate limit of ours, refuses for now: too many requests or tokens. Retried. */
    RATE_LIMITED(ErrorClass.TRANSIENT),
    /** The provider, or our own edge, has more work than it can take. Retried. */
    OVERLOADED(ErrorClass.TRANSIENT),
    /** The provider failed on its side. Retried. */
    UNAVAILABLE(ErrorClass.TRANSIENT),
    /** The connection failed. Retried. */
    NETWORK(ErrorClass.TRANSIENT),
    /** A time limit passed. Retried. */
    TIMEOUT(ErrorClass.TRANSIENT),
    /** The provider rejects the request as it is. Not retried. */
    INVALID_REQUEST(ErrorClass.PERMANENT),
    /** The request is longer than the model's window. Not retried. */
    CONTEXT_LENGTH(ErrorClass.PERMANENT),
    /** The provider refuses the content. Not retried. */
    CONTENT_FILTERED(ErrorClass.PERMANENT),
    /** Key, account or permission. Not retried. */
    UNAUTHORIZED(ErrorClass.PERMANENT),
    /** The account has no money or no quota left. Not retried. */
    QUOTA_EXHAUSTED(ErrorClass.PERMANENT),
    /** A guard of ours refused the content. Not retried. */
    BLOCKED(ErrorClass.PERMANENT),
    /** A budget of ours refused the call. Not retried. */
    BUDGET_EXCEEDED(ErrorClass.PERMANENT),
    /** Agents are nested too deeply. Not retried. */
    DEPTH_EXCEEDED(ErrorClass.PERMANENT),
    /** A run took more turns than it may. Not retried. */
    MAX_TURNS(ErrorClass.PERMANENT),
    /** The caller went away, a deadline passed, or another request won. Not retried. */
    CANCELLED(ErrorClass.PERMANENT),
    /** A circuit breaker is open. Not retried on the same target at once, worth another target. */
    CIRCUIT_OPEN(ErrorClass.TRANSIENT),
    /** A tool failed. Retried where the tool is safe to call again. */
    TOOL(ErrorClass.UNKNOWN),
    /** No tool has that name. Not retried. */
    UNKNOWN_TOOL(ErrorClass.PERMANENT),
    /** The arguments of a tool call cannot be read. Not retried. */
    INVALID_TOOL_ARGUMENTS(ErrorClass.PERMANENT),
    /** The answer was cut inside the arguments of a tool call. Not retried: the limit would cut it again. */
    TRUNCATED_TOOL_ARGUMENTS(ErrorClass.PERMANENT),
    /** The model used the identifier of an earlier tool call again. Retried. */
    TOOL_USE_ID_REUSED(ErrorClass.TRANSIENT),
    /** A response is larger than we read. Not retried. */
    RESPONSE_TOO_LARGE(ErrorClass.PERMANENT),
    /** The answer was cut at the token limit where a whole one was needed. Not retried. */
    OUTPUT_TRUNCATED(ErrorClass.PERMANENT),
    /** The answer is not what its schema says. Not retried: {@code output-coerce} repaired it and asked again as often as it may. */
    INVALID_OUTPUT(ErrorClass.PERMANENT),
    /** A stream broke off or broke its rules. Retried while nothing was shown. */
    STREAM_PROTOCOL(ErrorClass.TRANSIENT),
    /** A provider or middleware reported less than nothing. Not retried. */
    NEGATIVE_USAGE(ErrorClass.PERMANENT),
    /** A person has to agree first. Not retried. */
    APPROVAL_PENDING(ErrorClass.PERMANENT),
    /** A tool was not called, for certain. Not retried. */
    NOT_CALLED(ErrorClass.PERMANENT),
    /** A tool may have acted or not, and nobody knows. Not retried: somebody has to find out first. */
    OUTCOME_UNKNOWN(ErrorClass.PERMANENT),
    /** A store of ours failed. Not retried by the chain: the store has its own policy. */
    STORE(ErrorClass.PERMANENT),
    /** The application is put together wrongly. Not retried. */
    CONFIG(ErrorClass.PERMANENT),
    /** None of the others. Retried. */
    UNKNOWN(ErrorClass.UNKNOWN);

    private final ErrorClass errorClass;

    ErrorKind(ErrorClass errorClass) {
        this.errorClass = errorClass;
    }

    /** The usual class of this kind; a {@link Failure} may know better. */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /** Whether a retry is worth it: everything that is not permanent. */
    public boolean isRetried() {
        return errorClass != ErrorClass.PERMANENT;
    }

    /** The kind in words, such as {@code rate limited}: stable, and safe for logs, labels and people. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
