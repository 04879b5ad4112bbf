package io.agentkit.sample;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What somebody asks, as it came in.
 *
 * @param message the question
 * @param tenant who pays for it
 */
record ChatQuestion(@Nullable String message, @Nullable String tenant) {

    private static final int LONGEST = 4_000;

    private static final int LONGEST_TENANT = 64;

    /**
     * The question.
     *
     * @throws ResponseStatusException with status 400 when there is none, or more than 4,000 characters of it
     */
    String text() {
        if (message == null || message.isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'message' must not be blank");
        }
        if (message.length() > LONGEST) {
            throw tooLong("message", LONGEST, message.length());
        }
        return message;
    }

    /**
     * Who pays; {@code demo} when nobody is named.
     *
     * @throws ResponseStatusException with status 400 when it has more than 64 characters
     */
    String payer() {
        if (tenant == null || tenant.isBlank()) {
            return "demo";
        }
        if (tenant.length() > LONGEST_TENANT) {
            throw tooLong("tenant", LONGEST_TENANT, tenant.length());
        }
        return tenant.strip();
    }

    private static ResponseStatusException tooLong(String name, int longest, int length) {
        return new ResponseStatusException(
                HttpStatus.BAD_REQUEST,
                "'%s' must have at most %d characters (had %d)".formatted(name, longest, length));
    }
}
