package io.agentkit.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class MoneySumTests {

    @Property(tries = 300)
    void addsAndSubtractsLikeExactDecimals(
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal first,
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal second,
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal third) {
        MoneySum sum = new MoneySum();

        sum.add(Money.of(first));
        sum.add(Money.of(second));
        sum.subtract(Money.of(third));

        assertThat(sum.toMoney().toBigDecimal())
                .isEqualByComparingTo(first.add(second).subtract(third));
    }

    @Property(tries = 300)
    void addsSumsAndMillionthsOfMillionthsLikeExactDecimals(@ForAll("amounts") BigDecimal first, @ForAll long pico) {
        MoneySum other = sum(first);
        other.addPico(pico);
        MoneySum sum = sum(first);
        sum.add(other);
        sum.subtract(sum(first));

        assertThat(sum.toMoney().toBigDecimal()).isEqualByComparingTo(first.add(BigDecimal.valueOf(pico, 12)));
    }

    @Property(tries = 1_000)
    void comparesWithALimitLikeExactDecimals(
            @ForAll("amounts") BigDecimal spent,
            @ForAll("amounts") BigDecimal reserved,
            @ForAll @LongRange(min = -3, max = 3) long more,
            @ForAll @LongRange(min = -3, max = 3) long away) {
        BigDecimal amount = BigDecimal.valueOf(more, 12);
        BigDecimal taken = spent.add(reserved);
        // Around the edge, by a billionth of a billionth as well.
        Money limit = Money.of(taken.add(amount).add(BigDecimal.valueOf(away, 18)));

        assertThat(sum(spent).exceedsWith(sum(reserved), Money.of(amount), limit))
                .isEqualTo(away < 0);
        assertThat(sum(spent).exceedsWith(sum(reserved), more, limit)).isEqualTo(away < 0);
        assertThat(sum(spent).reachesWith(sum(reserved), limit)).isEqualTo(taken.compareTo(limit.toBigDecimal()) >= 0);
        assertThat(sum(taken).reaches(limit)).isEqualTo(taken.compareTo(limit.toBigDecimal()) >= 0);
    }

    /** Far from the edge, so that sums and differences stay inside. */
    @Provide
    Arbitrary<BigDecimal> amounts() {
        BigInteger most = BigInteger.TEN.pow(36);
        return Arbitraries.bigIntegers().between(most.negate(), most).map(atto -> new BigDecimal(atto, 18));
    }

    private static MoneySum sum(BigDecimal amount) {
        MoneySum sum = new MoneySum();
        sum.add(Money.of(amount));
        return sum;
    }

    @Test
    void refusesSumsThatAreTooLargeAndStaysAsItWas() {
        MoneySum sum = new MoneySum();
        sum.add(Money.MOST);

        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> sum.add(Money.usd("0.01")));

        assertThat(sum.toMoney()).isEqualTo(Money.MOST);
    }

    @Test
    void isZeroOnceItIsCleared() {
        MoneySum sum = new MoneySum();
        sum.add(Money.usd("1.5"));

        sum.clear();

        assertThat(sum.isZero()).isTrue();
        assertThat(sum).hasToString("0");
    }

    @Property(tries = 300)
    void readsMillionthsOfMillionths(@ForAll long pico) {
        assertThat(Money.picoUsd(pico).toBigDecimal()).isEqualByComparingTo(BigDecimal.valueOf(pico, 12));
    }
}
