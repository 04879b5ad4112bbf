package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatesTests {

    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private final Rates sonnet = Rates.usd("3", "15", "0.30", "3.75");

    @Test // TC-200
    void pricesEachKindOfTokenAtItsRate() {
        Usage usage = Usage.of(1_000_000, 200_000, 100_000, 500_000);

        assertThat(sonnet.cost(usage)).isEqualTo(Money.usd("10.935"));
    }

    @Test // CO-01
    void pricesTheCachedPartOfAPromptAtTheCacheRate() {
        Rates rates = Rates.usd("2.50", "10.00", "1.25", "2.50");

        assertThat(rates.cost(Usage.of(86, 1_920, 0, 300))).isEqualTo(Money.usd("0.005615"));
    }

    @Test // CO-02, CO-03
    void countsNoCacheTokenAsFreshInput() {
        assertThat(sonnet.cost(Usage.of(6, 30_940, 460, 102))).isEqualTo(Money.usd("0.012555"));
    }

    @Test // CO-04
    void countsNoCachedTokenTwice() {
        Rates gpt5 = Rates.usd("1.25", "10", "0.125", "1.25");

        assertThat(gpt5.cost(Usage.of(4_262, 4_864, 0, 3_197))).isEqualTo(Money.usd("0.0379055"));
    }

    @Test // CO-05, CO-06
    void pricesAnHoursCacheAtTwiceTheInputUnlessItHasARateOfItsOwn() {
        Usage hour = new Usage(0, 0, 0, 2_000_000, 0, 0, 0, 0, false);
        Rates own = new Rates(usd("3"), usd("15"), usd("0.30"), usd("3.75"), usd("5"));

        assertThat(sonnet.cost(hour)).isEqualTo(Money.usd("12"));
        assertThat(own.cost(hour)).isEqualTo(Money.usd("10"));
    }

    @Test // CO-08
    void chargesReasoningAsThePartOfTheOutputThatItIs() {
        Usage usage = Usage.of(0, 100).withReasoning(60);

        assertThat(sonnet.cost(usage)).isEqualTo(Money.usd("0.0015"));
    }

    @Test // CO-02
    void chargesNothingForACountBelowZero() {
        assertThat(sonnet.cost(Usage.of(-5, 1, -7, 0))).isEqualTo(Money.usd("0.0000003"));
    }

    @Test
    void pricesCacheTokensAsInputWhereTheProviderNamesNoOtherRate() {
        assertThat(Rates.usd("2", "6").cost(Usage.of(0, 500_000, 500_000, 0))).isEqualTo(Money.usd("2"));
    }

    @Test
    void staysExactBeyondWhatALongCanCount() {
        Rates dear = Rates.usd("1000000", "1000000");

        assertThat(dear.cost(Usage.of(Long.MAX_VALUE / 4, 0)).toBigDecimal())
                .isEqualByComparingTo(BigDecimal.valueOf(Long.MAX_VALUE / 4));
    }

    @Property(tries = 200)
    void isExactForAnyRateAndCount(
            @ForAll @BigRange(min = "0", max = "200") @Scale(9) BigDecimal input,
            @ForAll @BigRange(min = "0", max = "900") @Scale(6) BigDecimal output,
            @ForAll @LongRange(max = 10_000_000) long in,
            @ForAll @LongRange(max = 10_000_000) long out) {
        BigDecimal expected = input.multiply(BigDecimal.valueOf(in))
                .add(output.multiply(BigDecimal.valueOf(out)))
                .divide(MILLION, MathContext.UNLIMITED);

        Money cost = new Rates(input, output, null, null).cost(Usage.of(in, out));

        assertThat(cost.toBigDecimal()).isEqualByComparingTo(expected);
    }

    @Test // CO-13, CO-15
    void refusesAnEntryWithoutAPrice() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Rates(null, null, null, null, null))
                .withMessage("'input' must not be null: a model without a price is left out");
    }

    @Test
    void refusesRatesThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rates.usd("3", "-1"))
                .withMessage("'output' must not be negative (was -1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rates.usd("0.0000000000001", "1"))
                .withMessage("'input' must have at most 12 decimals (was 1E-13)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rates.usd("1E+13", "1"))
                .withMessage("'input' must be below 10^12 (was 1E+13)");
    }

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }

    @Test
    void priceAModelByTheRequestTheSecondAndTheImage() {
        PriceBook book = PriceBook.of(Map.of(
                "speech", measured(null, null, "0.0001", null),
                "picture", measured("5", "10", null, "0.04")));

        assertThat(book.measured(null, "speech", 0, 60)).isEqualTo(Money.usd("0.006"));
        assertThat(book.measured(null, "picture", 2, 0)).isEqualTo(Money.usd("0.08"));
        assertThat(book.price("picture", Usage.of(1_000_000, 0))).isEqualTo(Money.usd("5"));
        assertThat(book.covers(null, "picture", Usage.of(1, 1))).isFalse();
        assertThat(book.price("speech", Usage.of(1, 1))).isNull();
        assertThat(book.atMost(null, "picture", Usage.of(1, 1))).isNull();
    }

    private static Rates measured(
            @Nullable String input, @Nullable String output, @Nullable String perSecond, @Nullable String perImage) {
        return new Rates(
                ifNamed(input),
                ifNamed(output),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                ifNamed(perSecond),
                ifNamed(perImage),
                null,
                null,
                null);
    }

    private static @Nullable BigDecimal ifNamed(@Nullable String amount) {
        return amount == null ? null : usd(amount);
    }
}
