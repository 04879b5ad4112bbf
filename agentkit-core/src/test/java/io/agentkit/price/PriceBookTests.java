package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceBookTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    private final PriceBook book = PriceBook.of(Map.of(
            "claude-opus-4-1", Rates.usd("15", "75"),
            "gpt-4o", Rates.usd("2.50", "10"),
            "gpt-4o-2024-05-13", Rates.usd("5", "15"),
            "gemini-2.5-pro", Rates.usd("1.25", "10"),
            "house-model", Rates.usd("0", "0")));

    @ParameterizedTest // CO-14
    @CsvSource({
        "claude-opus-4-1, 15",
        "claude-opus-4.1, 15",
        "Claude-Opus-4-1, 15",
        "claude-opus-4-1-20250805, 15",
        "claude-opus-4-1@20250805, 15",
        "anthropic/claude-opus-4.1, 15",
        "us.anthropic.claude-opus-4-1-20250805-v1:0, 15",
        "anthropic.claude-opus-4-1-20250805-v1:0, 15",
        "openai/gpt-4o, 2.50",
        "gpt-4o-2024-08-06, 2.50",
        "gpt-4o-latest, 2.50",
        "models/gemini-2.5-pro, 1.25",
        "publishers/google/models/gemini-2-5-pro, 1.25"
    })
    void knowsAModelByItsManyNames(String name, String usd) {
        assertThat(book.price(name, MILLION)).isEqualTo(Money.usd(usd));
    }

    @Test
    void keepsTheRatesOfADateThatHasItsOwn() {
        assertThat(book.price("gpt-4o-2024-05-13", MILLION)).isEqualTo(Money.usd(5));
    }

    @ParameterizedTest // CO-13, CO-14, CO-15
    @ValueSource(strings = {"gpt-4", "gpt-4o-mini", "claude-opus-4", "opus-4-1", "together/gpt-4o", "", "-latest"})
    void hasNoPriceForAModelItDoesNotKnow(String name) {
        assertThat(book.price(name, MILLION)).isNull();
        assertThat(book.find(name)).isNull();
    }

    @Test
    void hasNoPriceForAModelThatNobodyNamed() {
        assertThat(book.price(null, MILLION)).isNull();
    }

    @Test // CO-16
    void takesAPriceOfZeroThatWasWrittenOutAsAPrice() {
        assertThat(book.price("house-model", MILLION)).isEqualTo(Money.ZERO);
    }

    @Test
    void letsOverridesDecideInAllForms() {
        PriceBook overridden = book.with(Map.of("openai/gpt-4o", Rates.usd("1", "1")));

        assertThat(overridden.price("gpt-4o", MILLION)).isEqualTo(Money.usd(1));
        assertThat(overridden.price("gpt-4o-2024-05-13", MILLION)).isEqualTo(Money.usd(1));
        assertThat(overridden.price("gemini-2.5-pro", MILLION)).isEqualTo(Money.usd("1.25"));
        assertThat(book.price("gpt-4o", MILLION)).isEqualTo(Money.usd("2.50"));
    }

    @Test
    void keepsItsMemoryBoundedWhateverNamesItIsAsked() {
        for (int i = 0; i < 5_000; i++) {
            assertThat(book.price("made-up-" + i, MILLION)).isNull();
        }

        assertThat(book.cached()).isEqualTo(1_000);
        assertThat(book.price("gpt-4o", MILLION)).isEqualTo(Money.usd("2.50"));
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5-mini, 0.25",
        "gpt-4o-mini-2024-07-18, 0.15",
        "claude-sonnet-4-5-20250929, 3",
        "claude-haiku-4-5, 1",
        "gemini-2.5-flash, 0.3",
        "mistral-large-latest, 0.5",
        "deepseek-chat, 0.28"
    })
    void bringsPricesOfTheModelsOfTheDay(String model, String usd) {
        assertThat(PriceBook.builtIn().price(model, MILLION)).isEqualTo(Money.usd(usd));
    }

    @Test
    void bringsNoPriceThatIsZero() {
        PriceBook builtIn = PriceBook.builtIn();

        assertThat(builtIn.models()).hasSizeGreaterThan(40).allSatisfy(model -> {
            assertThat(builtIn.price(model, Usage.of(1, 1))).isGreaterThan(Money.ZERO);
            Rates rates = builtIn.find(model);
            assertThat(rates).isNotNull();
            assertThat(rates.output()).isGreaterThanOrEqualTo(rates.input());
            assertThat(rates.cacheRead()).isLessThanOrEqualTo(rates.input());
        });
    }
}
