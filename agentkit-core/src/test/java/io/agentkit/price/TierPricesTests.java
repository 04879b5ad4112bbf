package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lengths of prompts, tiers of service, and both at once. */
class TierPricesTests {

    private static final Rates TIERED = new Rates(usd("2"), usd("10"), usd("0.2"), usd("2.5"), usd("4"))
            .above(200_000, TierRates.usd("4", "15", "0.4"))
            .in(ServiceTier.PRIORITY, TierRates.usd("4", "20", null));

    private final PriceBook book = PriceBook.of(Map.of(
            "tiered", TIERED,
            "plain", Rates.usd("2", "10", "0.2", "2.5"),
            "mini",
                    Rates.usd("0.15", "0.60", "0.075", "0.15")
                            .in(ServiceTier.PRIORITY, TierRates.usd("0.25", "1", null))));

    @ParameterizedTest
    @CsvSource({
        "199999, 0, 0.399998", //
        "200000, 0, 0.4",
        "200001, 0, 0.800004",
        "1, 200000, 0.080004",
        "300000, 700000, 1.48"
    })
    void pricesAllTokensInTheTierThatTheWholePromptFallsIn(long fresh, long cached, String expected) {
        assertThat(book.price("tiered", Usage.of(fresh, cached, 0, 0))).isEqualTo(Money.usd(expected));
    }

    @Test
    void pricesTheAnswerByTheLengthOfThePrompt() {
        assertThat(book.price("tiered", Usage.of(200_001, 1_000))).isEqualTo(Money.usd("0.815004"));
        assertThat(book.price("tiered", Usage.of(0, 300_000))).isEqualTo(Money.usd("3"));
    }

    @Test
    void keepsARateThatALongerPromptDoesNotName() {
        assertThat(book.price("tiered", Usage.of(200_000, 0, 100_000, 0))).isEqualTo(Money.usd("1.05"));
    }

    @Test // CO-12
    void pricesABatchAtHalfWhereNobodyNamesItsPrice() {
        Usage batch = Usage.of(1_800, 0, 0, 1_000).withDetails(UsageDetails.of(ServiceTier.BATCH));

        assertThat(book.price("plain", batch)).isEqualTo(Money.usd("0.0068"));
        assertThat(book.covers(null, "plain", batch)).isTrue();
    }

    @Test // CO-09
    void pricesFlexAsABatchIsPriced() {
        PriceBook named = PriceBook.of(Map.of(
                "named", Rates.usd("2", "10").in(ServiceTier.FLEX, TierRates.usd("0.8", "4", null)),
                "batch", Rates.usd("2", "10").in(ServiceTier.BATCH, TierRates.usd("0.9", "5", null))));
        Usage flex = Usage.of(1_000_000, 0).withDetails(UsageDetails.of(ServiceTier.FLEX));

        assertThat(named.price("named", flex)).isEqualTo(Money.usd("0.8"));
        assertThat(named.price("batch", flex)).isEqualTo(Money.usd("0.9"));
        assertThat(book.price("plain", flex)).isEqualTo(Money.usd("1"));
    }

    @Test // CO-10
    void pricesWhatWasServedWithPriorityAtItsOwnRates() {
        Usage priority = Usage.of(9, 2).withDetails(UsageDetails.of(ServiceTier.PRIORITY));

        assertThat(book.price("mini", priority)).isEqualTo(Money.usd("0.00000425"));
    }

    @Test // CO-11
    void pricesEveryPartOfAnAnswerInTheTierThatServedIt() {
        Usage priority = new Usage(0, 1_000_000, 0, 0, 1_000_000, 600_000, 0, 0, false)
                .withDetails(UsageDetails.of(ServiceTier.PRIORITY));

        assertThat(book.price("tiered", priority)).isEqualTo(Money.usd("30.8"));
    }

    @Test
    void keepsTheProportionOfWhatATierDoesNotName() {
        Usage longPriority = Usage.of(300_000, 0, 0, 100_000).withDetails(UsageDetails.of(ServiceTier.PRIORITY));

        assertThat(book.price("tiered", longPriority)).isEqualTo(Money.usd("5.4"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ServiceTier.class,
            names = {"PRIORITY", "FAST"})
    void saysAtLeastWhereThePremiumOfATierIsUnknown(ServiceTier tier) {
        Usage served = Usage.of(1_000_000, 0).withDetails(UsageDetails.of(tier));

        assertThat(book.price("plain", served)).isEqualTo(Money.usd("2"));
        assertThat(book.covers(null, "plain", served)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = ServiceTier.class,
            names = {"PROVISIONED", "OTHER"})
    void hasNoPriceForATierThatMayCostLess(ServiceTier tier) {
        assertThat(book.price("plain", Usage.of(1, 1).withDetails(UsageDetails.of(tier))))
                .isNull();
    }

    @Test
    void pricesATierOfZeroAsFree() {
        PriceBook free = PriceBook.of(Map.of("m", Rates.usd("0", "0", "0", "0")));
        Usage batch = new Usage(5, 5, 5, 5, 5, 2, 1, 1, false).withDetails(UsageDetails.of(ServiceTier.BATCH));

        assertThat(free.price("m", batch)).isEqualTo(Money.ZERO);
        assertThat(free.covers(null, "m", batch)).isTrue();
    }

    @Test
    void expectsTheDearestKindOfAnswer() {
        Rates speaking = new Rates(
                usd("2"), usd("10"), null, null, null, null, null, usd("80"), null, null, null, null, null, null, null);
        PriceBook talking = PriceBook.of(Map.of("m", speaking));

        assertThat(talking.atMost(null, "m", Usage.estimated(0, 1_000_000))).isEqualTo(Money.usd("80"));
    }

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }
}
