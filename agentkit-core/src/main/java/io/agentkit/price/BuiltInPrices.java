package io.agentkit.price;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code prices.txt}: a model and its rates a line. */
final class BuiltInPrices {

    private static final String FILE = "prices.txt";

    /** What stands for a rate that the provider does not name. */
    private static final String ABSENT = "-";

    private BuiltInPrices() {}

    static PriceBook read() {
        try (InputStream file = BuiltInPrices.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("'%s' is missing beside the class".formatted(FILE));
            }
            var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
            Map<String, Rates> models = new LinkedHashMap<>();
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> add(models, line));
            return PriceBook.of(models);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void add(Map<String, Rates> models, String line) {
        String[] columns = line.strip().split("\\s+");
        models.put(
                columns[0],
                new Rates(rate(columns, 1), rate(columns, 2), rate(columns, 3), rate(columns, 4), rate(columns, 5)));
    }

    private static @Nullable BigDecimal rate(String[] columns, int column) {
        return column >= columns.length || ABSENT.equals(columns[column]) ? null : new BigDecimal(columns[column]);
    }
}
