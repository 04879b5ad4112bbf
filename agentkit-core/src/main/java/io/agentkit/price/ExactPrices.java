package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Prices of one token each, for any rates and any counts. */
final class ExactPrices implements TokenPrices {

    private final @Nullable Money[] each;

    private ExactPrices(@Nullable Money[] each) {
        this.each = each;
    }

    static ExactPrices of(@Nullable BigDecimal[] rates) {
        @Nullable Money[] each = new Money[rates.length];
        for (int kind = 0; kind < rates.length; kind++) {
            BigDecimal rate = rates[kind];
            each[kind] =
                    rate == null ? null : Money.of(rate.movePointLeft(MILLION).stripTrailingZeros());
        }
        return new ExactPrices(each);
    }

    @Override
    public Money cost(Usage usage) {
        long[] counts = TokenCounts.of(usage);
        Money sum = Money.ZERO;
        for (int kind = 0; kind < counts.length; kind++) {
            Money price = each[kind];
            if (price != null && counts[kind] != 0) {
                sum = sum.plus(price.times(counts[kind]));
            }
        }
        return sum;
    }

    @Override
    public boolean covers(Usage usage) {
        long[] counts = TokenCounts.of(usage);
        for (int kind = 0; kind < counts.length; kind++) {
            if (counts[kind] != 0 && each[kind] == null) {
                return false;
            }
        }
        return true;
    }
}
