package io.agentkit.chat;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What few replies have and some prices ask for: parts of the counts of a {@link Usage}, things that are counted by request, and the tier.
 * Counts are 0 when there were none.
 *
 * @param audioCacheRead the part of the cache read that was audio, tokens
 * @param imageInput the part of input that was images, tokens
 * @param imageCacheRead the part of the cache read that was images, tokens
 * @param imageOutput the part of output that was images, tokens
 * @param videoInput the part of input that was video, tokens
 * @param toolInput the part of input that the provider's own tools added to the prompt, tokens
 * @param webSearches searches that the provider ran, each of which it may charge for
 * @param tier the tier that served the request; null when the provider did not say, and in the sum of requests of different tiers
 */
public record UsageDetails(
        long audioCacheRead,
        long imageInput,
        long imageCacheRead,
        long imageOutput,
        long videoInput,
        long toolInput,
        long webSearches,
        @Nullable ServiceTier tier) {

    /** Nothing of it. */
    public static final UsageDetails NONE = new UsageDetails(0, 0, 0, 0, 0, 0, 0, null);

    /** Most replies have nothing but a tier, and a value of its own each would cost. */
    private static final List<UsageDetails> TIERS = Arrays.stream(ServiceTier.values())
            .map(tier -> new UsageDetails(0, 0, 0, 0, 0, 0, 0, tier))
            .toList();

    /** Nothing but a tier. */
    public static UsageDetails of(@Nullable ServiceTier tier) {
        return tier == null ? NONE : TIERS.get(tier.ordinal());
    }

    /** Whether there is more than a tier. */
    public boolean hasCounts() {
        return (audioCacheRead | imageInput | imageCacheRead | imageOutput | videoInput | toolInput | webSearches) != 0;
    }

    public UsageDetails withTier(@Nullable ServiceTier served) {
        if (served == tier) {
            return this;
        }
        return !hasCounts()
                ? of(served)
                : new UsageDetails(
                        audioCacheRead,
                        imageInput,
                        imageCacheRead,
                        imageOutput,
                        videoInput,
                        toolInput,
                        webSearches,
                        served);
    }

    /** Whether a count is below 0, which no provider may send. */
    public boolean isNegative() {
        return (audioCacheRead | imageInput | imageCacheRead | imageOutput | videoInput | toolInput | webSearches) < 0;
    }

    /** The sum, part by part; it ends at the largest number. The tier stays where both have the same. */
    public UsageDetails plus(UsageDetails other) {
        ServiceTier both = tier == other.tier ? tier : null;
        if (!other.hasCounts()) {
            return withTier(both);
        }
        return !hasCounts()
                ? other.withTier(both)
                : new UsageDetails(
                        Usage.sum(audioCacheRead, other.audioCacheRead),
                        Usage.sum(imageInput, other.imageInput),
                        Usage.sum(imageCacheRead, other.imageCacheRead),
                        Usage.sum(imageOutput, other.imageOutput),
                        Usage.sum(videoInput, other.videoInput),
                        Usage.sum(toolInput, other.toolInput),
                        Usage.sum(webSearches, other.webSearches),
                        both);
    }

    /** The difference, which may be negative in parts: for corrections. The tier stays. */
    public UsageDetails minus(UsageDetails other) {
        return !other.hasCounts()
                ? this
                : new UsageDetails(
                        Usage.difference(audioCacheRead, other.audioCacheRead),
                        Usage.difference(imageInput, other.imageInput),
                        Usage.difference(imageCacheRead, other.imageCacheRead),
                        Usage.difference(imageOutput, other.imageOutput),
                        Usage.difference(videoInput, other.videoInput),
                        Usage.difference(toolInput, other.toolInput),
                        Usage.difference(webSearches, other.webSearches),
                        tier);
    }
}
