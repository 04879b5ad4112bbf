package io.agentkit.money;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What usage costs. Thread-safe.
 *
 * <p>Providers are named as OpenTelemetry names them, such as {@code openai} or {@code aws.bedrock}: the same model may cost something
 * else at another provider. Who knows no provider passes null.
 */
@FunctionalInterface
public interface Pricing {

    /** No model has a price. */
    Pricing NONE = (model, usage) -> null;

    /** What {@link #picoUsd} returns for a model without a price. */
    long UNPRICED = -1;

    /** What {@link #picoUsd} returns where {@link #price} has to be asked. */
    long NO_NUMBER = -2;

    /**
     * A price, and whether it is all that the usage costs.
     *
     * @param usd null when the model has no price
     * @param whole false where a part has no known price: then the price is what it costs at least
     */
    record Quote(@Nullable Money usd, boolean whole) {

        /** No price. */
        public static final Quote NONE = new Quote(null, false);

        /** The usage as it counts: what is priced in part only is no more exact than an estimate. */
        public Usage counted(Usage usage) {
            return usd == null || whole ? usage : usage.asEstimated();
        }
    }

    /** {@link #price} and {@link #covers} in one, for the path of every call. */
    default Quote quote(@Nullable String provider, @Nullable String model, Usage usage) {
        Money usd = price(provider, model, usage);
        return usd == null ? Quote.NONE : new Quote(usd, covers(provider, model, usage));
    }

    /**
     * The price of one request's usage.
     *
     * @param model the model that served it, as the provider names it; null when nobody said
     * @return null when the model has no price: unknown is never 0. A price of 0 that was written out is a price.
     */
    @Nullable
    Money price(@Nullable String model, Usage usage);

    /**
     * The price of plain input and output that were estimated, as a number: for the path of every call.
     *
     * @return millionths of a millionth of a dollar, at least 0; {@link #UNPRICED} or {@link #NO_NUMBER}
     */
    default long picoUsd(@Nullable String model, long input, long output) {
        return NO_NUMBER;
    }

    /** The price of plain input and output at a provider; see {@link #picoUsd(String, long, long)}. */
    default long picoUsd(@Nullable String provider, @Nullable String model, long input, long output) {
        return picoUsd(model, input, output);
    }

    /** The price of one request's usage at a provider; see {@link #price(String, Usage)}. */
    default @Nullable Money price(@Nullable String provider, @Nullable String model, Usage usage) {
        return price(model, usage);
    }

    /**
     * What one request of this usage can cost at most, for reservations: every token of the prompt at the dearest rate that it can be billed
     * at (fresh, read from or written to a cache), in the dearest tier of prompts up to this length, in the dearest tier of service. Where
     * the usage says a {@linkplain Usage#tier() tier}, only that one and the ordinary one count.
     *
     * @return null when the model has no price, or none is known for that tier
     */
    default @Nullable Money atMost(@Nullable String provider, @Nullable String model, Usage usage) {
        return price(provider, model, usage);
    }

    /**
     * Whether the price tells all that the usage costs. False where a part of it has no known price, for example searches of the provider,
     * or a tier of service whose premium is not known: then the price is what it costs at least.
     */
    default boolean covers(@Nullable String provider, @Nullable String model, Usage usage) {
        return true;
    }
}
