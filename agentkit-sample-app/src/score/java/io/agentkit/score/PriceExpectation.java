package io.agentkit.score;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One price that is expected of a row.
 *
 * @param price in the words of genai-prices: of the prompt, of the answer, and where it differs from their sum, of all
 * @param model the model of the row; null when it has none
 */
record PriceExpectation(JsonNode price, @Nullable String model) {

    String provider() {
        return price.path("provider_id").asString();
    }

    /** What differs; null when nothing does. */
    @Nullable
    String difference(PriceBook book, Usage usage) {
        String provider = provider();
        Usage answerless = new Usage(
                usage.input(),
                usage.cacheRead(),
                usage.cacheWrite5m(),
                usage.cacheWrite1h(),
                0,
                0,
                usage.audioInput(),
                0,
                false,
                withoutSearches(usage.details()));
        Money prompt = orZero(book.price(provider, model, answerless));
        Money tokens = orZero(book.price(provider, model, usage.withDetails(withoutSearches(usage.details()))));
        Money all = orZero(book.price(provider, model, usage));
        Money input = Money.usd(price.path("input_price").asString("0"));
        Money output = Money.usd(price.path("output_price").asString("0"));
        JsonNode total = price.get("total_price");
        Money expected = total == null ? input.plus(output) : Money.usd(total.asString());
        if (prompt.equals(input) && tokens.minus(prompt).equals(output) && all.equals(expected)) {
            return null;
        }
        return "expected %s + %s = %s, was %s + %s = %s"
                .formatted(input, output, expected, prompt, tokens.minus(prompt), all);
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }

    private static UsageDetails withoutSearches(UsageDetails of) {
        return new UsageDetails(
                of.audioCacheRead(),
                of.imageInput(),
                of.imageCacheRead(),
                of.imageOutput(),
                of.videoInput(),
                of.toolInput(),
                0,
                of.tier());
    }

    String reason(PriceBook book, Usage usage) {
        String provider = provider();
        if (model == null || book.origin(provider, model) == null) {
            return "no list at hand has the model";
        }
        if (usage.details().webSearches() > 0) {
            return "searches have no price, or another, in the lists at hand";
        }
        if (model.contains("image")) {
            return "the catalogue has one price for all output, the expectation one for images and another for text";
        }
        ServiceTier tier = usage.tier();
        if (tier != null && tier != ServiceTier.STANDARD) {
            return "the tier that served has a price of its own, which the expectation leaves out";
        }
        if (usage.cacheWrite1h() > 0) {
            return "an hour's cache write has no price in the catalogue and is twice the input here";
        }
        return book.covers(provider, model, usage)
                ? "not explained"
                : "a part of the usage has no price in the catalogue, which is unknown here and 0 there";
    }
}
