package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        assertThat(book.origin(null, name)).isNull();
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
        Money price = PriceBook.builtIn().price(model, Usage.of(100_000, 0));

        assertThat(price).isNotNull();
        assertThat(price.times(10)).isEqualTo(Money.usd(usd));
    }

    @Test
    void bringsTiersAndSearchesOfTheModelsOfTheDay() {
        PriceBook builtIn = PriceBook.builtIn();
        Usage prompt = Usage.of(300_000, 0);
        UsageDetails searches = new UsageDetails(0, 0, 0, 0, 0, 0, 3, null);

        assertThat(builtIn.price("gpt-5.4", prompt)).isEqualTo(Money.usd("1.5"));
        assertThat(builtIn.price("gpt-5.4", prompt.withDetails(UsageDetails.of(ServiceTier.FLEX))))
                .isEqualTo(Money.usd("0.75"));
        assertThat(builtIn.price("gpt-4o-mini", Usage.of(9, 2).withDetails(UsageDetails.of(ServiceTier.PRIORITY))))
                .isEqualTo(Money.usd("0.00000425"));
        assertThat(builtIn.price("claude-haiku-4-5", Usage.NONE.withDetails(searches)))
                .isEqualTo(Money.usd("0.03"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, m, 1",
                "openai, m, 1",
                "azure.ai.openai, m, 2",
                "-, azure/m, 2",
                "azure, azure/m, 2",
                "ollama, m, 1",
                "-, only-azure, 3",
                "azure_ai, only-azure, 3",
                "openai, only-azure, -",
                "aws, claude-opus-4-8, 5",
                "ollama, gpt-5.2, -",
                "together, gpt-5.2, -",
                "-, together/gpt-5.2, -"
            })
    void takesAPriceOfAProviderThereOnly(@Nullable String provider, String model, @Nullable String usd) {
        PriceBook own = PriceBook.builtIn()
                .with(Map.of(
                        "m", Rates.usd("1", "1"),
                        "azure/m", Rates.usd("2", "2"),
                        "azure/only-azure", Rates.usd("3", "3")));

        assertThat(own.price(provider, model, MILLION)).isEqualTo(usd == null ? null : Money.usd(usd));
    }

    @Test
    void saysWhereAPriceComesFrom() {
        PriceBook own = PriceBook.builtIn().with(Map.of("openai/m", Rates.usd("1", "1")));

        assertThat(own.origin("openai", "m-2026-01-01")).isEqualTo(new PriceOrigin("configuration", "openai/m", null));
        assertThat(own.origin(null, "gpt-4o-2024-08-06"))
                .isEqualTo(new PriceOrigin("built-in", "gpt-4o", BuiltInPrices.asOf()));
        assertThat(own.origin(null, "nobodys")).isNull();
    }

    @Test // CO-13
    void takesThePriceOfASearchFromTheFirstListThatHasOne() {
        UsageDetails searches = new UsageDetails(0, 0, 0, 0, 0, 0, 2, null);
        PriceBook own =
                PriceBook.builtIn().with(Map.of("claude-opus-5", Rates.usd("1", "1"), "mine", Rates.usd("1", "1")));

        assertThat(own.price("claude-opus-5", Usage.of(1_000, 0).withDetails(searches)))
                .isEqualTo(Money.usd("0.021"));
        assertThat(own.covers(null, "claude-opus-5", Usage.NONE.withDetails(searches)))
                .isTrue();
        assertThat(own.covers(null, "mine", Usage.NONE.withDetails(searches))).isFalse();
    }

    @Test
    void tellsAPriceAsANumberWhereItIsOne() {
        PriceBook own = PriceBook.of(Map.of(
                "m", Rates.usd("2", "10").above(1_000, TierRates.usd("4", "20", null)),
                "fine", Rates.usd("0.0000001", "1")));

        assertThat(own.picoUsd("m", 1_000, 10)).isEqualTo(2_100_000_000L);
        assertThat(own.picoUsd("m", 1_001, 10)).isEqualTo(4_204_000_000L);
        assertThat(own.picoUsd("nobodys", 1, 1)).isEqualTo(Pricing.UNPRICED);
        assertThat(own.picoUsd("fine", 1, 1)).isEqualTo(Pricing.NO_NUMBER);
        assertThat(own.picoUsd("m", Long.MAX_VALUE, 1)).isEqualTo(Pricing.NO_NUMBER);
    }

    @Test
    void bringsNoPriceThatIsZero() {
        PriceBook builtIn = PriceBook.builtIn();

        assertThat(builtIn.models()).hasSizeGreaterThan(40).allSatisfy(model -> {
            assertThat(builtIn.price(model, Usage.of(1, 1))).isGreaterThan(Money.ZERO);
            Money fresh = builtIn.price(model, MILLION);
            assertThat(builtIn.price(model, Usage.of(0, 1_000_000))).isGreaterThanOrEqualTo(fresh);
            assertThat(builtIn.price(model, Usage.of(0, 1_000_000, 0, 0))).isLessThanOrEqualTo(fresh);
        });
    }
}
