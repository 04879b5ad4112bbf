package io.agentkit.score;

import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prices: every price that genai-prices expects of recorded usage, to the last digit, with its catalogue imported. At most 2 in 100 may
 * differ; each is listed with the reason.
 */
final class PriceScore implements Score {

    private static final double MOST_DIFFERENT = 0.02;

    /** When all the recorded requests are said to have been made: some prices change over time. */
    private static final Instant REQUESTED = Instant.parse("2025-11-06T12:00:00Z");

    private final JsonMapper json = new JsonMapper();
    private final Map<String, Integer> reasons = new TreeMap<>();
    private int prices;
    private int equal;

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        PriceBook book = PriceBook.builtIn()
                .with(input.data().resolve("prices/genai-prices_data.json"))
                .with(new FixedTime(REQUESTED));
        Path rows = input.cases() == null ? input.data().resolve("usage-golden/usages.jsonl") : input.cases();
        int line = 0;
        for (String row : Files.readAllLines(rows)) {
            line++;
            if (!row.isBlank()) {
                compare(line, json.readTree(row), book, input.out());
            }
        }
        reasons.forEach((reason, count) -> input.out().printf(Locale.ROOT, "%d differ: %s%n", count, reason));
        double different = prices == 0 ? 1 : 1 - (double) equal / prices;
        return new Figures(
                different <= MOST_DIFFERENT,
                String.format(
                        Locale.ROOT,
                        "%d of %d expected prices equal, %.2f %% differ (bar: at most %.0f %%)",
                        equal,
                        prices,
                        different * 100,
                        MOST_DIFFERENT * 100));
    }

    private void compare(int line, JsonNode row, PriceBook book, PrintStream out) {
        JsonNode model = row.get("model");
        for (JsonNode expected : row.path("expected")) {
            Usage usage = usage(expected.path("usage"));
            for (JsonNode price : expected.path("prices")) {
                prices++;
                String difference = difference(book, price, model == null ? null : model.asString(), usage);
                if (difference == null) {
                    equal++;
                } else {
                    String reason = reason(book, price.path("provider_id").asString(), model, usage);
                    reasons.merge(reason, 1, Integer::sum);
                    out.printf(
                            "line %d, %s at %s: %s; %s%n", line, model, price.path("provider_id"), difference, reason);
                }
            }
        }
    }

    /** What differs; null when nothing does. */
    private static @Nullable String difference(PriceBook book, JsonNode price, @Nullable String model, Usage usage) {
        String provider = price.path("provider_id").asString();
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

    private static String reason(PriceBook book, String provider, @Nullable JsonNode model, Usage usage) {
        if (model == null || book.origin(provider, model.asString()) == null) {
            return "no list at hand has the model";
        }
        if (usage.details().webSearches() > 0) {
            return "searches have no price, or another, in the lists at hand";
        }
        if (model.asString().contains("image")) {
            return "the catalogue has one price for all output, the expectation one for images and another for text";
        }
        if (usage.cacheWrite1h() > 0) {
            return "an hour's cache write has no price in the catalogue and is twice the input here";
        }
        return book.covers(provider, model.asString(), usage)
                ? "not explained"
                : "a part of the usage has no price in the catalogue, which is unknown here and 0 there";
    }

    /** genai-prices counts cached and media tokens within the input; here the first five counts share no token. */
    private static Usage usage(JsonNode counts) {
        long cacheRead = count(counts, "cache_read_tokens");
        long cacheWrite1h = count(counts, "cache_write_1h_tokens");
        long cacheWrite = count(counts, "cache_write_tokens");
        long audioCacheRead = count(counts, "cache_audio_read_tokens");
        long imageCacheRead = count(counts, "cache_image_read_tokens");
        return new Usage(
                count(counts, "input_tokens") - cacheRead - cacheWrite,
                cacheRead,
                cacheWrite - cacheWrite1h,
                cacheWrite1h,
                count(counts, "output_tokens"),
                count(counts, "output_reasoning_tokens"),
                count(counts, "input_audio_tokens") - audioCacheRead,
                count(counts, "output_audio_tokens"),
                false,
                new UsageDetails(
                        audioCacheRead,
                        count(counts, "input_image_tokens") - imageCacheRead,
                        imageCacheRead,
                        count(counts, "output_image_tokens"),
                        count(counts, "input_video_tokens"),
                        count(counts, "input_tool_tokens"),
                        count(counts, "web_searches"),
                        null));
    }

    private static long count(JsonNode counts, String name) {
        return counts.path(name).asLong(0);
    }
}
