package io.agentkit.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
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
    void replacesLikeExactDecimals(
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal first,
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal before,
            @ForAll @BigRange(min = "-1000", max = "1000") @Scale(18) BigDecimal after) {
        MoneySum sum = new MoneySum();
        sum.add(Money.of(first));

        sum.replace(Money.of(before), Money.of(after));

        assertThat(sum.toMoney()).isEqualTo(Money.of(first.subtract(before).add(after)));
    }

    @Property(tries = 300)
    void comparesWithALimitLikeExactDecimals(
            @ForAll @BigRange(min = "0", max = "3") @Scale(2) BigDecimal taken,
            @ForAll @BigRange(min = "0", max = "3") @Scale(2) BigDecimal more,
            @ForAll @BigRange(min = "0", max = "6") @Scale(2) BigDecimal limit) {
        MoneySum sum = new MoneySum();
        sum.add(Money.of(taken));

        assertThat(sum.exceedsWith(Money.of(more), Money.of(limit)))
                .isEqualTo(taken.add(more).compareTo(limit) > 0);
        assertThat(sum.reaches(Money.of(limit))).isEqualTo(taken.compareTo(limit) >= 0);
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
