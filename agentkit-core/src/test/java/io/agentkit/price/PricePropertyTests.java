package io.agentkit.price;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class PricePropertyTests {

    private static final PriceBook BOOK = PriceBook.of(Map.of(
            "m",
            new Rates(usd("1.25"), usd("10"), usd("0.125"), usd("1.5625"), usd("2.5"))
                    .above(128_000, TierRates.usd("2.5", "15", "0.25"))
                    .above(512_000, TierRates.usd("3.1", "16.7", "0.31"))
                    .in(ServiceTier.PRIORITY, TierRates.usd("2.1", "17", null))
                    .in(ServiceTier.FLEX, TierRates.usd("0.7", "5", null))));

    /** However the prompt is billed and whichever tier serves it. */
    @Property(tries = 500)
    void reservesNoLessThanAnyServingOfThePromptCosts(
            @ForAll @Size(5) List<@LongRange(max = 300_000) Long> parts,
            @ForAll @LongRange(max = 64_000) long reasoning,
            @ForAll ServiceTier tier) {
        Usage served = new Usage(
                parts.get(0),
                parts.get(1),
                parts.get(2),
                parts.get(3),
                parts.get(4),
                Math.min(reasoning, parts.get(4)),
                0,
                0,
                false);
        Usage expected = Usage.estimated(served.totalInput(), served.output());

        Money most = BOOK.atMost(null, "m", expected);

        Money cost = BOOK.price("m", served.withDetails(UsageDetails.of(tier)));
        assertThat(cost == null ? Money.ZERO : cost).isLessThanOrEqualTo(most);
    }

    /** A shorter prompt is in a cheaper tier, never in a dearer one. */
    @Property(tries = 200)
    void reservesNoLessForALongerPrompt(
            @ForAll @LongRange(max = 1_000_000) long shorter, @ForAll @LongRange(max = 1_000_000) long more) {
        Money most = BOOK.atMost(null, "m", Usage.estimated(shorter + more, 10));

        assertThat(BOOK.atMost(null, "m", Usage.estimated(shorter, 10))).isLessThanOrEqualTo(most);
    }

    @Property(tries = 300)
    void addsUpToTheSameWhetherRequestsArePricedApartOrTogether(
            @ForAll @Size(13) List<@LongRange(max = 5_000) Long> a,
            @ForAll @Size(13) List<@LongRange(max = 5_000) Long> b,
            @ForAll @BigRange(min = "0", max = "90") @Scale(7) BigDecimal input,
            @ForAll @BigRange(min = "0", max = "90") @Scale(12) BigDecimal audio) {
        PriceBook book = PriceBook.of(Map.of(
                "m",
                new Rates(
                        input,
                        audio,
                        null,
                        input,
                        null,
                        usd("0.3"),
                        audio,
                        null,
                        null,
                        usd("0.01"),
                        null,
                        null,
                        null,
                        null,
                        null)));

        Money apart = price(book, usage(a)).plus(price(book, usage(b)));

        assertThat(price(book, usage(a).plus(usage(b)))).isEqualTo(apart);
    }

    /** Parts never exceed the whole that they are parts of. */
    private static Usage usage(List<Long> n) {
        return new Usage(
                n.get(0) + n.get(5) + n.get(6) + n.get(7),
                n.get(1) + n.get(8) + n.get(9),
                n.get(2),
                n.get(3),
                n.get(4) + n.get(10) + n.get(11) + n.get(12),
                n.get(10),
                n.get(5),
                n.get(11),
                false,
                new UsageDetails(n.get(8), n.get(6), n.get(9), n.get(12), n.get(7), 0, n.get(0) % 3, null));
    }

    private static Money price(PriceBook book, Usage usage) {
        @Nullable Money price = book.price("m", usage);
        assertThat(price).isNotNull();
        return price;
    }

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }
}
