package io.agentkit.price;

import org.jspecify.annotations.Nullable;

/**
 * What a look at a source gave.
 *
 * @param body the file; null when it is the one that was known
 * @param version what the source calls it, to ask next time only for another; null when it has no name
 */
record Fetched(byte @Nullable [] body, @Nullable Version version) {

    /**
     * What a source calls a file.
     *
     * @param tag of HTTP; null when there is none
     * @param modified a date of HTTP, or that and the size of a file; null when there is none
     */
    record Version(@Nullable String tag, @Nullable String modified) {}
}
