package io.agentkit.sample;

import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolSafety;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.stereotype.Component;

/**
 * What the model may call: two tools that change nothing, and one that had better not run twice. How safe the first two are says
 * {@code agentkit.tool.tools} in {@code application.yml}, and the third says it itself. Thread-safe.
 */
@Component
class SampleTools {

    private static final List<String> SKIES = List.of("sunny", "cloudy", "rainy", "windy", "foggy");

    private static final Map<String, BigDecimal> USD_PER_UNIT = Map.of(
            "USD", new BigDecimal("1"),
            "EUR", new BigDecimal("1.10"),
            "GBP", new BigDecimal("1.25"),
            "JPY", new BigDecimal("0.0066"));

    private final AtomicLong receipts = new AtomicLong();

    @Tool(description = "Tells the weather in a city")
    Weather weather(@ToolParam(description = "Name of the city") String city) {
        int seed = Math.floorMod(city.toLowerCase(Locale.ROOT).hashCode(), 35);
        return new Weather(city, seed - 5, SKIES.get(seed % SKIES.size()));
    }

    @Tool(description = "Converts an amount of money into another currency")
    Conversion convert(
            BigDecimal amount,
            @ToolParam(description = "Currency code, such as USD") String from,
            @ToolParam(description = "Currency code, such as EUR") String to) {
        BigDecimal dollars = amount.multiply(rate(from));
        return new Conversion(amount, code(from), dollars.divide(rate(to), 2, RoundingMode.HALF_EVEN), code(to));
    }

    @AgentTool(safety = ToolSafety.SIDE_EFFECT)
    @Tool(name = "charge_card", description = "Charges the customer's card with an amount in USD")
    Charge chargeCard(BigDecimal amount) {
        return new Charge(amount, "USD", "R-%04d".formatted(receipts.incrementAndGet()));
    }

    private static BigDecimal rate(String currency) {
        BigDecimal rate = USD_PER_UNIT.get(code(currency));
        if (rate == null) {
            throw new IllegalArgumentException("No rate for this currency. Known: USD, EUR, GBP, JPY.");
        }
        return rate;
    }

    private static String code(String currency) {
        return currency.strip().toUpperCase(Locale.ROOT);
    }

    /** The weather somewhere. */
    record Weather(String city, int degreesCelsius, String sky) {}

    /** An amount in two currencies. */
    record Conversion(BigDecimal amount, String from, BigDecimal result, String to) {}

    /** A card was charged. */
    record Charge(BigDecimal amount, String currency, String receipt) {}
}
