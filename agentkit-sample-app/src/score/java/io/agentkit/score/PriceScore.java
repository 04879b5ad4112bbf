package io.agentkit.score;

import io.agentkit.chat.Usage;
import io.agentkit.price.PriceBook;
import io.agentkit.usage.UsageReader;
import io.agentkit.usage.UsageReading;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Prices: reads the usage of recorded answers from their bodies, prices it with the catalogue of genai-prices imported, and compares with
 * every price that genai-prices expects of the same body, to the last digit. At most 2 in 100 may differ; each is listed with the reason.
 *
 * <p>A line of the data set, or of the file of {@code --cases}, is an object with the answer in {@code body}, its {@code model}, and in
 * {@code expected} one object for each way of reading the body, with the {@code usage} so read and its {@code prices} by provider. Prices
 * of another reading than the right one (see {@link UsageExpectation}), such as that of a chat's answer as one about embeddings, are none of
 * this answer. They are counted apart, and what is expected of them is compared with the price of the usage that they name, as is every other
 * price.
 */
final class PriceScore implements Score {

    private static final double MOST_DIFFERENT = 0.02;

    /** When all the recorded requests are said to have been made: some prices change over time. */
    private static final Instant REQUESTED = Instant.parse("2025-11-06T12:00:00Z");

    private final Map<String, Integer> reasons = new TreeMap<>();
    private final Tally read = new Tally();
    private final Tally named = new Tally();
    private int otherwiseRead;

    private static final class Tally {

        private int prices;
        private int equal;

        void count(boolean isEqual) {
            prices++;
            equal += isEqual ? 1 : 0;
        }

        double different() {
            return prices == 0 ? 1 : 1 - (double) equal / prices;
        }
    }

    @Override
    public Figures measure(ScoreInput input) throws Exception {
        PriceBook book = PriceBook.builtIn()
                .with(input.data().resolve("prices/genai-prices_data.json"))
                .with(new FixedTime(REQUESTED));
        Path rows = input.cases() == null ? input.data().resolve("usage-golden/usages.jsonl") : input.cases();
        int line = 0;
        for (UsageCase row : UsageCase.read(rows)) {
            line++;
            compare(line, row, book, input.out());
        }
        PrintStream out = input.out();
        reasons.forEach((reason, count) -> out.printf(Locale.ROOT, "%d differ: %s%n", count, reason));
        out.printf(Locale.ROOT, "%d prices are of another reading of their body%n", otherwiseRead);
        return new Figures(
                read.different() <= MOST_DIFFERENT && named.different() <= MOST_DIFFERENT,
                String.format(
                        Locale.ROOT,
                        "%d of %d expected prices equal from the body, %.2f %% differ (bar: at most %.0f %%);"
                                + " %d of %d from the usage that they name, %.2f %% differ",
                        read.equal,
                        read.prices,
                        read.different() * 100,
                        MOST_DIFFERENT * 100,
                        named.equal,
                        named.prices,
                        named.different() * 100));
    }

    private void compare(int line, UsageCase row, PriceBook book, PrintStream out) {
        String model = row.row().path("model").asStringOpt().orElse(null);
        UsageReading reading = UsageReader.any().read(row.answer());
        Usage usage = reading.usage();
        String listed = UsageExpectation.reason(row, reading);
        Map<String, Long> right = UsageExpectation.withoutParts(UsageExpectation.of(row));
        for (JsonNode expected : row.row().path("expected")) {
            boolean isRight = UsageExpectation.withoutParts(UsageExpectation.counts(expected.path("usage")))
                    .equals(right);
            Usage told = UsageTokens.usage(expected.path("usage"));
            for (JsonNode price : expected.path("prices")) {
                PriceExpectation expectation = new PriceExpectation(price, model);
                String where = "line %d, %s at %s".formatted(line, model, expectation.provider());
                compare(named, expectation, book, told, null, where + " as named", out);
                if (isRight || (usage != null && expectation.difference(book, usage) == null)) {
                    compare(read, expectation, book, usage, listed, where, out);
                } else {
                    otherwiseRead++;
                }
            }
        }
    }

    private void compare(
            Tally tally,
            PriceExpectation expectation,
            PriceBook book,
            @Nullable Usage usage,
            @Nullable String listed,
            String where,
            PrintStream out) {
        String difference = usage == null ? "the body says no usage" : expectation.difference(book, usage);
        tally.count(difference == null);
        if (difference != null) {
            String reason = listed != null ? listed : usage == null ? difference : expectation.reason(book, usage);
            reasons.merge(reason, 1, Integer::sum);
            out.printf("%s: %s; %s%n", where, difference, reason);
        }
    }
}
