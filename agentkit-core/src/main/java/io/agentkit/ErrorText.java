package io.agentkit;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the wordings that providers use, when nothing better than text is known or a code says too little. Whole words only, and never
 * those inside addresses: a link to {@code /rate-limits} says nothing about this failure.
 */
final class ErrorText {

    /** Enough for every wording; bodies can hold whole prompts. */
    private static final int MOST = 8_192;

    private static final Pattern ADDRESS = Pattern.compile(
            "\\b[a-z][a-z0-9+.-]{1,15}://\\S+|\\bwww\\.\\S+|\\b(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24}/\\S+");

    private static final Pattern ESCAPE = Pattern.compile("\\\\+[nrtbf\"/\\\\]");

    private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");

    /** A number is a status where the text says so or begins with it, and not where it counts something: {@code max_tokens 4000}. */
    private static final Pattern STATUS = Pattern.compile("(?:^[\\s\\[(\"']{0,3}|\\bhttp(?:/\\d(?:\\.\\d)?)?\\W{1,3}"
            + "|\\bstatus(?:[ _-]?code)?\\W{1,4}|\\berror(?:[ _-]?code)?\\W{1,4}|\\bcode\\W{1,4}|\\b(?:returned|got)\\W{1,2})"
            + "([45]\\d\\d)\\b(?![.,]?\\d)"
            + "(?!\\W{0,2}(?:tokens?|ms|millis|seconds?|minutes?|characters?|chars|bytes|kb|items|words|messages)\\b)");

    private record Rule(ErrorKind kind, List<String> wordings) {}

    private static final Rule CONTEXT = rule(
            ErrorKind.CONTEXT_LENGTH,
            "context length|context window|context limit|context size|maximum context|max context|prompt is too long|prompt too long"
                    + "|input is too long|input too long|input token count|maximum prompt length|too many input tokens"
                    + "|reduce the length of the messages|maximum number of tokens allowed|maximum model length|max model len"
                    + "|total number of tokens in the prompt cannot exceed|exceeded model token limit|prompt exceeds max length"
                    + "|cannot exceed the total tokens limit|range of input length should be|inputs must have less than"
                    + "|inputs tokens max new tokens must be|string too long|expected maxlength");

    /** Some answer so what no wait makes fit: one request alone is above the tokens of a minute. */
    private static final Rule TOO_LARGE =
            rule(ErrorKind.CONTEXT_LENGTH, "request too large for|request body too large for");

    private static final Rule CONTENT = rule(
            ErrorKind.CONTENT_FILTERED,
            "content filter|content filters|content filtered|content filtering|content policy|content management policy"
                    + "|content moderation|safety system|responsible ai|blocked by safety|violates usage guidelines"
                    + "|violating our usage policy|input was flagged|prompt was flagged|blocked by guardrail");
    private static final Rule QUOTA = rule(
            ErrorKind.QUOTA_EXHAUSTED,
            "insufficient quota|exceeded your current quota|billing not active|billing error|billing hard limit"
                    + "|credit balance is too low|insufficient balance|insufficient credits|insufficient funds|out of credits"
                    + "|payment required|daily quota|daily limit|requests per day|tokens per day|key limit exceeded"
                    + "|reached your specified api usage limits|requires more credits");
    private static final Rule KEY = rule(
            ErrorKind.UNAUTHORIZED,
            "invalid api key|invalid x api key|incorrect api key|api key not valid|account deactivated");

    private static final Rule OVERLOAD = rule(ErrorKind.OVERLOADED, "overloaded|overload|at capacity");
    private static final Rule RATE = rule(
            ErrorKind.RATE_LIMITED,
            "rate limit|rate limits|rate limited|ratelimit|too many requests|throttled|throttling|resource exhausted");

    /** What a gateway says of an account behind it: the next try may go to another provider. */
    private static final Rule PASSING =
            rule(ErrorKind.UNAVAILABLE, "temporarily|temporary|try again later|try again in a|provider returned error");

    /** {@code Please try again in 6m0s}, {@code retry after 26 seconds}: where headers are lost, the text is what is left of them. */
    private static final Pattern WAIT = Pattern.compile(
            "\\b(?:retry|try again)\\s(?:in|after)\\s"
                    + "((?:\\d{1,9}(?:\\.\\d{1,9})?\\s?(?:ms|milliseconds?|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)(?![a-z])\\s?)+)");

    /** Asked in this order when the text is all there is: what may pass wins over what will not, as in the sources. */
    private static final List<Rule> ALL = List.of(
            CONTEXT,
            TOO_LARGE,
            CONTENT,
            QUOTA,
            OVERLOAD,
            RATE,
            rule(
                    ErrorKind.UNAVAILABLE,
                    "server error|service unavailable|temporarily|bad gateway|gateway timeout|gateway time out"),
            rule(ErrorKind.TIMEOUT, "timeout|timed out|time out|deadline exceeded"),
            rule(
                    ErrorKind.NETWORK,
                    "connection reset|connection aborted|connection refused|connection closed|connection prematurely closed"
                            + "|broken pipe"),
            rule(ErrorKind.CIRCUIT_OPEN, "circuit open|circuit breaker is open"),
            KEY,
            rule(ErrorKind.UNAUTHORIZED, "unauthorized|unauthenticated|forbidden|permission denied|authentication"),
            rule(ErrorKind.INVALID_REQUEST, "invalid|not allowed|validation|unsafe url|unsafeurl|bad request"));

    private final String text;
    private final String words;

    /**
     * @param type words of the exception's type, which tell no status
     * @param message what it says
     */
    ErrorText(String type, String message) {
        String start = message.length() > MOST ? message.substring(0, MOST) : message;
        String lower = ESCAPE.matcher(start.toLowerCase(Locale.ROOT)).replaceAll(" ");
        text = ADDRESS.matcher(lower).replaceAll(" ");
        words = " "
                + NO_WORD.matcher(type.toLowerCase(Locale.ROOT) + " " + text).replaceAll(" ") + " ";
    }

    private static Rule rule(ErrorKind kind, String wordings) {
        return new Rule(
                kind,
                List.of(wordings.split("\\|")).stream()
                        .map(wording -> " " + wording + " ")
                        .toList());
    }

    /** The HTTP status that the text names; 0 when it names none. */
    int status() {
        Matcher status = STATUS.matcher(text);
        return status.find() ? Integer.parseInt(status.group(1)) : 0;
    }

    /** What the words mean; null when they mean nothing. */
    @Nullable
    ErrorKind kind() {
        for (Rule rule : ALL) {
            if (says(rule)) {
                return rule.kind();
            }
        }
        return null;
    }

    /** Makes a kind that a status or a vague code gave more precise; providers use one code for many things. */
    ErrorKind refine(ErrorKind kind) {
        return switch (kind) {
            case RATE_LIMITED -> isQuota() ? ErrorKind.QUOTA_EXHAUSTED : firstOf(kind, TOO_LARGE);
            case UNAUTHORIZED -> firstOf(kind, CONTENT, QUOTA);
            case UNAVAILABLE -> firstOf(kind, CONTEXT, OVERLOAD);
            case INVALID_REQUEST -> firstOf(kind, CONTEXT, TOO_LARGE, CONTENT, QUOTA, KEY);
            default -> kind;
        };
    }

    /** What the status of a payment that is missing means; a gateway answers with it also for an account that is not the caller's. */
    ErrorKind unpaid() {
        return says(QUOTA) ? ErrorKind.QUOTA_EXHAUSTED : firstOf(ErrorKind.QUOTA_EXHAUSTED, RATE, PASSING);
    }

    /** The wait that the text asks for; null when it asks for none. */
    @Nullable
    Duration wait(ErrorKind kind) {
        if (kind.errorClass() != ErrorClass.TRANSIENT) {
            return null;
        }
        Matcher asked = WAIT.matcher(text);
        return asked.find()
                ? RetryAfter.ofPlainDuration(asked.group(1)
                        .replaceAll("\\s", "")
                        .replaceAll("milliseconds?", "ms")
                        .replaceAll("(?<=\\d)(s|m|h)(?!s)[a-z]*", "$1"))
                : null;
    }

    private ErrorKind firstOf(ErrorKind otherwise, Rule... rules) {
        for (Rule rule : rules) {
            if (says(rule)) {
                return rule.kind();
            }
        }
        return otherwise;
    }

    /** Some call a limit per minute a quota too; that one passes. */
    private boolean isQuota() {
        if (words.contains("perminute") || words.contains(" per minute ")) {
            return false;
        }
        return says(QUOTA) || words.contains("perday");
    }

    private boolean says(Rule rule) {
        for (String wording : rule.wordings()) {
            if (words.contains(wording)) {
                return true;
            }
        }
        return false;
    }
}
