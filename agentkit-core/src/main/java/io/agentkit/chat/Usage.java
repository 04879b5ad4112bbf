package io.agentkit.chat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of one or more requests in the one form that every provider's count is translated to. The first five counts are disjoint and add
 * up to {@link #total()}; reasoning and audio are parts of others. Counts are tokens, 0 when there were none. Sums and differences end at
 * the largest and the smallest number instead of passing them.
 *
 * @param input prompt tokens that were neither read from nor written to a cache
 * @param cacheRead prompt tokens read from the provider's cache
 * @param cacheWrite5m prompt tokens written to a cache that lives minutes (the default kind)
 * @param cacheWrite1h prompt tokens written to a cache that lives an hour
 * @param output tokens of the answer, reasoning included
 * @param reasoning the part of output that was reasoning
 * @param audioInput the part of input that was audio
 * @param audioOutput the part of output that was audio
 * @param estimated whether any count is our estimate and not the provider's word
 * @param details what few replies have: other media, tools, searches, the tier that served the request
 */
public record Usage(
        long input,
        long cacheRead,
        long cacheWrite5m,
        long cacheWrite1h,
        long output,
        long reasoning,
        long audioInput,
        long audioOutput,
        boolean estimated,
        UsageDetails details) {

    /** Nothing used. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0, 0, false);

    public Usage {
        Objects.requireNonNull(details, "details");
    }

    /** Counts without details. */
    public Usage(
            long input,
            long cacheRead,
            long cacheWrite5m,
            long cacheWrite1h,
            long output,
            long reasoning,
            long audioInput,
            long audioOutput,
            boolean estimated) {
        this(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                estimated,
                UsageDetails.NONE);
    }

    /** Plain input and output. */
    public static Usage of(long input, long output) {
        return new Usage(input, 0, 0, 0, output, 0, 0, 0, false);
    }

    /** Input, cache and output without a longer-lived cache, reasoning or audio. */
    public static Usage of(long input, long cacheRead, long cacheWrite, long output) {
        return new Usage(input, cacheRead, cacheWrite, 0, output, 0, 0, 0, false);
    }

    /** Counts that we reckoned ourselves. */
    public static Usage estimated(long input, long output) {
        return new Usage(input, 0, 0, 0, output, 0, 0, 0, true);
    }

    public Usage withReasoning(long tokens) {
        return new Usage(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                tokens,
                audioInput,
                audioOutput,
                estimated,
                details);
    }

    public Usage withDetails(UsageDetails other) {
        return new Usage(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                estimated,
                other);
    }

    /** The same counts, marked as an estimate. */
    public Usage asEstimated() {
        return estimated
                ? this
                : new Usage(
                        input,
                        cacheRead,
                        cacheWrite5m,
                        cacheWrite1h,
                        output,
                        reasoning,
                        audioInput,
                        audioOutput,
                        true,
                        details);
    }

    /** The tier that served the request; null when the provider did not say. */
    public @Nullable ServiceTier tier() {
        return details.tier();
    }

    /** Tokens written to a cache of either kind. */
    public long cacheWrite() {
        return sum(cacheWrite5m, cacheWrite1h);
    }

    /** Every token of the prompt. */
    public long totalInput() {
        return sum(sum(input, cacheRead), cacheWrite());
    }

    /** Every token. */
    public long total() {
        return sum(totalInput(), output);
    }

    /** Ends at the largest number: what a provider counts wrongly must not become a count below 0, which would give budget back. */
    static long sum(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    static long difference(long a, long b) {
        long difference = a - b;
        return ((a ^ b) & (a ^ difference)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }

    public boolean isZero() {
        return total() == 0;
    }

    /** Whether a count is below 0, which no provider may send. */
    public boolean isNegative() {
        return (input | cacheRead | cacheWrite5m | cacheWrite1h | output | reasoning | audioInput | audioOutput) < 0
                || details.isNegative();
    }

    public Usage plus(Usage other) {
        if (other == NONE) {
            return this;
        }
        return this == NONE
                ? other
                : new Usage(
                        sum(input, other.input),
                        sum(cacheRead, other.cacheRead),
                        sum(cacheWrite5m, other.cacheWrite5m),
                        sum(cacheWrite1h, other.cacheWrite1h),
                        sum(output, other.output),
                        sum(reasoning, other.reasoning),
                        sum(audioInput, other.audioInput),
                        sum(audioOutput, other.audioOutput),
                        estimated || other.estimated,
                        details.plus(other.details));
    }

    /** The difference, which may be negative in parts: for corrections. */
    public Usage minus(Usage other) {
        return new Usage(
                difference(input, other.input),
                difference(cacheRead, other.cacheRead),
                difference(cacheWrite5m, other.cacheWrite5m),
                difference(cacheWrite1h, other.cacheWrite1h),
                difference(output, other.output),
                difference(reasoning, other.reasoning),
                difference(audioInput, other.audioInput),
                difference(audioOutput, other.audioOutput),
                estimated,
                details.minus(other.details));
    }
}
