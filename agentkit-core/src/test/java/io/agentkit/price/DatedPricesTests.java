package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatedPricesTests {

    private static final Usage MILLION = Usage.of(1_000_000, 0);

    private static final Rates CHANGING = Rates.usd("2", "10", "0.2", "2.5")
            .from("2026-09-01", TierRates.usd("3", "15", null))
            .from("2027-01-01", TierRates.usd("1", "5", "0.1"));

    @ParameterizedTest
    @CsvSource({
        "2020-01-01T00:00:00Z, 2, 0.2",
        "2026-08-31T23:59:59Z, 2, 0.2",
        "2026-09-01T00:00:00Z, 3, 0.2",
        "2026-12-31T23:59:59Z, 3, 0.2",
        "2027-01-01T00:00:00Z, 1, 0.1"
    })
    void changesAtTheBeginningOfADayAndKeepsWhatTheChangeDoesNotName(Instant now, String fresh, String cached) {
        PriceBook book = PriceBook.of(Map.of("m", CHANGING)).with(new FakeTime(now));

        assertThat(book.price("m", MILLION)).isEqualTo(Money.usd(fresh));
        assertThat(book.price("m", Usage.of(0, 1_000_000, 0, 0))).isEqualTo(Money.usd(cached));
    }

    @Test
    void changesWhileTheApplicationRuns() {
        FakeTime time = new FakeTime(Instant.parse("2026-08-31T23:00:00Z"));
        PriceBook book = PriceBook.of(Map.of("m", CHANGING)).with(time);
        assertThat(book.price("m", MILLION)).isEqualTo(Money.usd(2));

        time.advance(Duration.ofHours(1));

        assertThat(book.price("m", MILLION)).isEqualTo(Money.usd(3));
    }

    @Test
    void reservesForAPriceThatBeginsWhileTheRequestRuns() {
        FakeTime time = new FakeTime(Instant.parse("2026-08-31T23:30:00Z"));
        PriceBook book = PriceBook.of(Map.of("m", CHANGING)).with(time);

        assertThat(book.atMost(null, "m", MILLION)).isEqualTo(Money.usd("6"));
    }

    @ParameterizedTest
    @CsvSource({
        "00:30Z, 16:30Z, 00:29:59.999, false",
        "00:30Z, 16:30Z, 00:30:00, true",
        "00:30Z, 16:30Z, 16:29:59, true",
        "00:30Z, 16:30Z, 16:30:00, false",
        "22:00Z, 06:00Z, 23:00:00, true",
        "22:00Z, 06:00Z, 05:59:59, true",
        "22:00Z, 06:00Z, 12:00:00, false",
        "08:30+08:00, 00:30+08:00, 00:30:00, true",
        "08:30+08:00, 00:30+08:00, 16:30:00, false"
    })
    void holdsEachDayBetweenTwoTimes(OffsetTime start, OffsetTime end, String utc, boolean holds) {
        assertThat(new PriceConstraint.Daily(start, end).holds(Instant.parse("2026-03-29T" + utc + "Z")))
                .isEqualTo(holds);
    }

    @Test
    void takesTheFirstPriceWhereNoneHolds() {
        PriceSheet sheet = RatesReader.prices(Rates.usd("7", "7")).first();
        ModelPrices later = new ModelPrices(
                List.of(new ModelPrices.Dated(new PriceConstraint.From(LocalDate.parse("2030-01-01")), sheet)));

        assertThat(later.at(Instant.EPOCH)).isSameAs(sheet);
    }

    @Test
    void refusesADayThatIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CHANGING.from("tomorrow", TierRates.usd("1", "1", null)))
                .withMessage("'changes' must be at days such as 2026-09-01 (was tomorrow)");
    }
}
