package io.agentkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's error answer means: by its code and type where these say something, then by the status, and by the text last, which
 * also tells apart what one code stands for (a prompt that is too long is an invalid request to most). Stateless.
 */
public final class ProviderErrors {

    /** Also in JSON that is a string inside JSON, as gateways pass on what the provider behind them said. */
    private static final Pattern NAME = Pattern.compile(
            "\\\\{0,8}\"(type|code|status|reason)\\\\{0,8}\"\\s{0,8}:\\s{0,8}(?:\\\\{0,8}\"([A-Za-z0-9_.-]{1,80})\\\\{0,8}\"|(\\d{3})\\b)");

    private static final Pattern DELAY = Pattern.compile("\"retryDelay\"\\s{0,8}:\\s{0,8}\"([0-9.]{1,20}s)\"");

    /** Errors come first in a body; what follows is echo. */
    private static final int MOST = 16_384;

    private static final int PAYMENT_REQUIRED = 402;

    private ProviderErrors() {}

    /**
     * Classifies an error answer that was taken apart already.
     *
     * @param status HTTP status; 0 when there was none; a success status is ignored, since streams report errors under it
     * @param type the provider's error type, such as {@code overloaded_error}
     * @param code the provider's error code, such as {@code context_length_exceeded}
     * @param message the provider's text, which is read and not kept
     */
    public static Failure classify(int status, @Nullable String type, @Nullable String code, @Nullable String message) {
        List<String> names = new ArrayList<>(2);
        if (code != null) {
            names.add(code);
        }
        if (type != null) {
            names.add(type);
        }
        return classify(status, names, type, code, new ErrorText("", message == null ? "" : message));
    }

    /**
     * Classifies an error answer as it came.
     *
     * @param status HTTP status; 0 when there was none
     * @param body the body, usually JSON, also with the error of another provider nested in it; read and not kept
     */
    public static Failure ofBody(int status, @Nullable String body) {
        String start = body == null ? "" : body.length() > MOST ? body.substring(0, MOST) : body;
        List<String> names = new ArrayList<>(4);
        String type = null;
        String code = null;
        int named = status;
        for (Matcher name = NAME.matcher(start); name.find(); ) {
            String number = name.group(3);
            if (number != null) {
                named = isError(named) ? named : Integer.parseInt(number);
                continue;
            }
            String value = name.group(2);
            if ("type".equals(name.group(1))) {
                // What Anthropic calls its frame.
                type = type == null && !"error".equals(value) ? value : type;
            } else {
                code = code == null ? value : code;
            }
            names.add(value);
        }
        Failure failure = classify(named, names, type, code, new ErrorText("", start));
        Matcher delay = DELAY.matcher(start);
        return delay.find() ? failure.withRetryAfter(RetryAfter.ofPlainDuration(delay.group(1))) : failure;
    }

    /**
     * Adds what the headers of the answer ask for, which comes before a wait in its body. A payment that is missing until a known time is
     * no lasting failure.
     *
     * @param failure what status and body mean
     * @param headers gives the value for a name in lower case; null when there is none
     * @param now our clock, for points in time when the answer has no {@code date} header of its own
     */
    public static Failure withHeaders(Failure failure, Function<String, @Nullable String> headers, Instant now) {
        Duration wait = RetryAfter.read(failure.status(), headers, now);
        if (wait == null) {
            return failure;
        }
        boolean passes = failure.status() == PAYMENT_REQUIRED && failure.kind() == ErrorKind.QUOTA_EXHAUSTED;
        Failure known = passes
                ? Failure.ofStatus(
                        ErrorKind.RATE_LIMITED, failure.status(), failure.providerType(), failure.providerCode())
                : failure;
        return known.withRetryAfter(wait);
    }

    /** By text alone. */
    static Failure ofText(String type, String message) {
        ErrorText text = new ErrorText(type, message);
        int status = text.status();
        ErrorKind kind = status == PAYMENT_REQUIRED ? text.unpaid() : byStatus(status);
        ErrorKind refined = kind == null ? text.kind() : text.refine(kind);
        ErrorKind known = refined == null ? ErrorKind.UNKNOWN : refined;
        return Failure.ofStatus(known, status, null, null).withRetryAfter(text.wait(known));
    }

    private static Failure classify(
            int status, List<String> names, @Nullable String type, @Nullable String code, ErrorText text) {
        int told = isError(status) ? status : numeric(names, status);
        ErrorKind kind = first(names, true);
        if (kind == null) {
            kind = told == PAYMENT_REQUIRED ? text.unpaid() : byStatus(told);
        }
        if (kind == null) {
            kind = first(names, false);
        }
        if (kind == null) {
            kind = text.kind();
        }
        ErrorKind refined = kind == null ? ErrorKind.UNKNOWN : text.refine(kind);
        return Failure.ofStatus(refined, told, type, code).withRetryAfter(text.wait(refined));
    }

    private static @Nullable ErrorKind first(List<String> names, boolean exact) {
        for (String name : names) {
            ErrorKind kind = exact ? ProviderNames.exact(name) : ProviderNames.vague(name);
            if (kind != null) {
                return kind;
            }
        }
        return null;
    }

    /** Some put the status into the code. */
    private static int numeric(List<String> names, int otherwise) {
        for (String name : names) {
            if (name.matches("[45]\\d\\d")) {
                return Integer.parseInt(name);
            }
        }
        return otherwise;
    }

    private static boolean isError(int status) {
        return status >= 400;
    }

    private static @Nullable ErrorKind byStatus(int status) {
        return switch (status) {
            case 401, 403 -> ErrorKind.UNAUTHORIZED;
            case 408 -> ErrorKind.TIMEOUT;
            case 425 -> ErrorKind.UNAVAILABLE;
            case 429 -> ErrorKind.RATE_LIMITED;
            case 498, 529 -> ErrorKind.OVERLOADED;
            default -> status >= 500 ? ErrorKind.UNAVAILABLE : isError(status) ? ErrorKind.INVALID_REQUEST : null;
        };
    }
}
