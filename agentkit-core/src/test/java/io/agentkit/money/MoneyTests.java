package io.agentkit.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MoneyTests {

    /** Far from the edge, so that sums and differences stay inside. */
    private static final BigInteger MOST = BigInteger.TEN.pow(36);

    @Provide
    Arbitrary<BigDecimal> amounts() {
        return Arbitraries.bigIntegers().between(MOST.negate(), MOST).map(atto -> new BigDecimal(atto, 18));
    }

    @Property(tries = 300)
    void addsAndSubtractsAsDecimalNumbersDo(@ForAll("amounts") BigDecimal a, @ForAll("amounts") BigDecimal b) {
        same(Money.of(a).plus(Money.of(b)), a.add(b));
        same(Money.of(a).minus(Money.of(b)), a.subtract(b));
        assertThat(Money.of(a).plus(Money.of(b)).minus(Money.of(b))).isEqualTo(Money.of(a));
    }

    @Property(tries = 300)
    void comparesAsDecimalNumbersDo(@ForAll("amounts") BigDecimal a, @ForAll("amounts") BigDecimal b) {
        Money one = Money.of(a);
        Money other = Money.of(b);
        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(a.compareTo(b));
        assertThat(one.isNegative()).isEqualTo(a.signum() < 0);
        same(one.max(other), a.max(b));
        same(one.min(other), a.min(b));
    }

    @Property(tries = 300)
    void multipliesAsDecimalNumbersDoOrRefuses(@ForAll("amounts") BigDecimal a, @ForAll long factor) {
        BigDecimal expected = a.multiply(BigDecimal.valueOf(factor));
        if (expected.toBigInteger().bitLength() > 62) {
            assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> overflowing(a, factor));
        } else {
            same(Money.of(a).times(factor), expected);
        }
    }

    /** Between 2^62 and 2^63 it still fits; beyond it has to say so. */
    private static void overflowing(BigDecimal a, long factor) {
        Money product = Money.of(a).times(factor);
        same(product, a.multiply(BigDecimal.valueOf(factor)));
        throw new ArithmeticException("fits");
    }

    @Property(tries = 300)
    void multipliesSmallPricesByTokens(@ForAll int price, @ForAll int tokens) {
        BigDecimal a = new BigDecimal(BigInteger.valueOf(price), 12);
        same(Money.of(a).times(tokens), a.multiply(BigDecimal.valueOf(tokens)));
    }

    @Property(tries = 300)
    void readsWhatItWrites(@ForAll("amounts") BigDecimal a) {
        Money money = Money.of(a);
        assertThat(Money.usd(money.toString())).isEqualTo(money).hasSameHashCodeAs(money);
        assertThat(money.toString()).doesNotContain("E");
    }

    @Test
    void addsAMillionTenthsOfACentToAThousandDollars() {
        Money sum = Money.ZERO;
        for (int i = 0; i < 1_000_000; i++) {
            sum = sum.plus(Money.usd("0.001"));
        }
        assertThat(sum).isEqualTo(Money.usd(1_000)).hasToString("1000");
    }

    @Test
    void writesPlainDecimals() {
        assertThat(Money.usd("0.0125")).hasToString("0.0125");
        assertThat(Money.usd("-0.50")).hasToString("-0.5");
        assertThat(Money.usd("1E+3")).hasToString("1000");
        assertThat(Money.usd("0E+9")).isEqualTo(Money.ZERO).hasToString("0");
    }

    @Test
    void refusesWhatItCannotHoldExactly() {
        for (String amount : new String[] {
            "0.0000000000000000001", "1E-19", "1E+19", "9300000000000000000", "1E+2000000000", "1E-2000000000"
        }) {
            assertThatExceptionOfType(ArithmeticException.class).as(amount).isThrownBy(() -> Money.usd(amount));
        }
        assertThat(Money.usd("0E-2000000000")).isEqualTo(Money.ZERO);
        assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> Money.usd("a dollar"));
    }

    @Test
    void refusesSumsThatAreTooLarge() {
        Money most = Money.usd(Long.MAX_VALUE);
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> most.plus(Money.usd(1)));
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> most.times(2));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Money.usd(Long.MIN_VALUE).minus(Money.usd(1)));
    }

    @Property(tries = 300)
    void takesHundredthsRoundedUp(@ForAll("amounts") BigDecimal a, @ForAll @IntRange(max = 100) int percent) {
        same(
                Money.of(a.abs()).percent(percent),
                a.abs()
                        .multiply(BigDecimal.valueOf(percent))
                        .divide(BigDecimal.valueOf(100), 18, RoundingMode.CEILING));
        assertThat(Money.MOST.percent(100)).isEqualTo(Money.MOST);
    }

    @Test
    void takesNoHundredthsOfDebts() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Money.usd(-1).percent(50));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Money.usd(1).percent(101));
    }

    @Property(tries = 300)
    void dividesAsWholeNumbersDo(@ForAll("amounts") BigDecimal a, @ForAll("amounts") BigDecimal b) {
        if (b.signum() != 0) {
            BigInteger times = a.divideToIntegralValue(b).toBigInteger();
            assertThat(Money.of(a).dividedBy(Money.of(b)))
                    .isEqualTo(times.bitLength() < 64 ? times.longValue() : Long.MAX_VALUE);
        }
    }

    @Test
    void holdsAmountsUpToTheLargest() {
        assertThat(Money.MOST).hasToString("9223372036854775807.999999999999999999");
        assertThat(Money.usd(Long.MIN_VALUE)).hasToString("-9223372036854775808");
        assertThat(Money.MOST.minus(Money.usd("0.000000000000000001")).plus(Money.usd("0.000000000000000001")))
                .isEqualTo(Money.MOST);
    }

    private static void same(Money money, BigDecimal expected) {
        assertThat(money.toBigDecimal()).isEqualByComparingTo(expected);
    }
}
