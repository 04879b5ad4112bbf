package io.agentkit.price;

import io.agentkit.chat.ServiceTier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code prices.txt}: a model and its rates a line, and below it, begun with {@code +}, those of longer prompts, tiers of service
 * and searches.
 */
final class BuiltInPrices {

    /** What the list is called. */
    static final String NAME = "built-in";

    private static final String FILE = "prices.txt";

    /** What stands for a rate that the provider does not name. */
    private static final String ABSENT = "-";

    private static final String ABOVE = "above=";

    private static final TokenKind[] COLUMNS = {
        TokenKind.INPUT, TokenKind.OUTPUT, TokenKind.CACHE_READ, TokenKind.CACHE_WRITE, TokenKind.CACHE_WRITE_1H
    };

    private final NamedPrices.Builder list = new NamedPrices.Builder(NAME, false);
    private @Nullable String model;
    private SheetBuilder sheet = new SheetBuilder();

    private BuiltInPrices() {}

    /** The day of the figures. */
    static Instant asOf() {
        return Instant.parse("2026-08-21T00:00:00Z");
    }

    static PriceSource read() {
        try (InputStream file = BuiltInPrices.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("'%s' is missing beside the class".formatted(FILE));
            }
            var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
            var prices = new BuiltInPrices();
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> prices.add(line.strip().split("\\s+")));
            prices.end();
            return prices.list.build();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void add(String[] columns) {
        if (!columns[0].equals("+")) {
            end();
            model = columns[0];
            rates(ServiceTier.STANDARD, 0, columns, 1);
        } else if (columns[1].equals("search")) {
            sheet.unit(Unit.WEB_SEARCH, new BigDecimal(columns[2]));
        } else if (columns[1].startsWith(ABOVE)) {
            rates(ServiceTier.STANDARD, above(columns[1]), columns, 2);
        } else {
            ServiceTier tier = ServiceTier.valueOf(columns[1].toUpperCase(Locale.ROOT));
            boolean longer = columns[2].startsWith(ABOVE);
            rates(tier, longer ? above(columns[2]) : 0, columns, longer ? 3 : 2);
        }
    }

    private static long above(String column) {
        return Long.parseLong(column.substring(ABOVE.length()));
    }

    private void rates(ServiceTier tier, long above, String[] columns, int first) {
        for (int i = first; i < columns.length; i++) {
            if (!columns[i].equals(ABSENT)) {
                sheet.rate(tier, above, COLUMNS[i - first], new BigDecimal(columns[i]));
            }
        }
    }

    private void end() {
        if (model != null) {
            list.add(null, model, ModelPrices.always(sheet.build()));
        }
        sheet = new SheetBuilder();
    }
}
