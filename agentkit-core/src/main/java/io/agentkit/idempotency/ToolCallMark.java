package io.agentkit.idempotency;

import java.util.Objects;

/**
 * A tool call that somebody wants to make, as a store knows it.
 *
 * @param key the same for every call that is the same one: {@code idem:} and 64 hexadecimal digits
 * @param holder who wants to make it: unlike that of anybody else, at most 64 characters
 * @param arguments hash of the arguments: 64 hexadecimal digits
 * @param tool the tool, for people
 * @param runId the run, for people
 */
public record ToolCallMark(String key, String holder, String arguments, String tool, String runId) {

    public ToolCallMark {
        Objects.requireNonNull(key, "'key' must not be null");
        Objects.requireNonNull(holder, "'holder' must not be null");
        Objects.requireNonNull(arguments, "'arguments' must not be null");
        Objects.requireNonNull(tool, "'tool' must not be null");
        Objects.requireNonNull(runId, "'runId' must not be null");
    }
}
