package io.agentkit.score;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the primary does, read from a scenario's words.
 *
 * @param kind what sort of fault
 * @param status the HTTP status of a failure, 0 when there is none
 * @param seconds how long it lasts, or what Retry-After says; 0 when nothing is said
 * @param tokens after how many tokens, or at which event; 0 when nothing is said
 * @param requests how many requests are made while it lasts
 * @param once whether only the first request meets it
 * @param backupRefusesPrefill whether the fallback refuses a prompt that ends with an assistant's message
 */
record FailoverFault(
        Kind kind, int status, int seconds, int tokens, int requests, boolean once, boolean backupRefusesPrefill) {

    enum Kind {
        STATUS,
        RETRY_AFTER,
        OUTAGE,
        RESET,
        SILENT,
        SLOW_START,
        CUT,
        STALL,
        MALFORMED,
        UNTERMINATED,
        TOO_LONG,
        FILTERED
    }

    /** How many tokens a whole answer has. */
    static final int ALL_TOKENS = 60;

    private static final int[] SERVER_FAILURES = {500, 502, 503, 504};

    private record Form(Kind kind, Pattern words) {}

    // The first that fits. Named groups: what a fault's words say in numbers.
    private static final List<Form> FORMS = List.of(
            form(Kind.OUTAGE, "(?<status>5\\d\\d) for (?<seconds>\\d+) s.*?(?<requests>\\d+) requests"),
            form(Kind.RETRY_AFTER, "(?<status>\\d{3}) with Retry-After: (?<seconds>\\d+)"),
            form(Kind.TOO_LONG, "(?<status>\\d{3}) context_length_exceeded"),
            form(Kind.FILTERED, "(?<status>\\d{3}) content filter"),
            form(Kind.STATUS, "(?<status>[45]\\d\\d)\\b"),
            form(Kind.RESET, "TCP reset"),
            form(Kind.SILENT, "no response for (?<seconds>\\d+) s"),
            form(Kind.SLOW_START, "first token only after (?<seconds>\\d+) s"),
            form(Kind.STALL, "stalls for (?<seconds>\\d+) s after (?<tokens>\\d+) tokens"),
            form(Kind.MALFORMED, "(?<tokens>\\d+)(st|nd|rd|th) SSE event is malformed"),
            form(Kind.UNTERMINATED, "without \\[DONE\\] but with a finish reason"),
            form(Kind.CUT, "stream cut( after (?<tokens>\\d+))?"));

    private static Form form(Kind kind, String words) {
        return new Form(kind, Pattern.compile(words));
    }

    /** The fault that the words tell of, or null when they tell of none that is known. */
    static @Nullable FailoverFault of(String words) {
        for (Form form : FORMS) {
            Matcher found = form.words().matcher(words);
            if (found.find()) {
                int tokens = number(found, "tokens");
                boolean cutSomewhere = form.kind() == Kind.CUT && tokens == 0;
                return new FailoverFault(
                        form.kind(),
                        number(found, "status"),
                        number(found, "seconds"),
                        cutSomewhere ? ALL_TOKENS / 2 : tokens,
                        number(found, "requests"),
                        words.contains("once"),
                        words.contains("rejects a trailing assistant message"));
            }
        }
        return null;
    }

    private static int number(Matcher found, String group) {
        String digits = found.pattern().pattern().contains("<" + group + ">") ? found.group(group) : null;
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** The same fault with other numbers: any failure of a server for another, any place in the stream, times around those told. */
    FailoverFault shuffled(Random random) {
        int otherStatus = status >= 500 ? SERVER_FAILURES[random.nextInt(SERVER_FAILURES.length)] : status;
        int otherSeconds = switch (kind) {
            case RETRY_AFTER -> 1 + random.nextInt(2 * seconds);
            case SLOW_START -> seconds / 2 + random.nextInt(seconds / 2 + 1);
            case STALL -> seconds - 5 + random.nextInt(10);
            default -> seconds;
        };
        int otherTokens = tokens == 0 ? 0 : 1 + random.nextInt(ALL_TOKENS - 2);
        return new FailoverFault(kind, otherStatus, otherSeconds, otherTokens, requests, once, backupRefusesPrefill);
    }
}
