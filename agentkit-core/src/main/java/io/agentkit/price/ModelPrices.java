package io.agentkit.price;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a model costs over time: the last price whose constraint holds, else the first. Immutable. */
final class ModelPrices {

    /** No request takes longer, so a price that begins later than this cannot meet one that is sent now. */
    private static final Duration LONGEST_REQUEST = Duration.ofHours(1);

    /** @param constraint null when the price always counts */
    record Dated(@Nullable PriceConstraint constraint, PriceSheet sheet) {

        boolean holds(Instant at) {
            return constraint == null || constraint.holds(at);
        }
    }

    private final List<Dated> dated;
    private final @Nullable PriceSheet only;

    ModelPrices(List<Dated> dated) {
        if (dated.isEmpty()) {
            throw new IllegalArgumentException("'dated' must not be empty: a model without a price is left out");
        }
        this.dated = List.copyOf(dated);
        this.only = dated.size() == 1 ? dated.get(0).sheet() : null;
    }

    static ModelPrices always(PriceSheet sheet) {
        return new ModelPrices(List.of(new Dated(null, sheet)));
    }

    /** The prices of now. The clock is read only where the time makes a difference. */
    PriceSheet now(Time time) {
        return only != null ? only : at(time.now());
    }

    /** The prices that count where none of the constraints holds. */
    PriceSheet first() {
        return dated.get(0).sheet();
    }

    PriceSheet at(Instant instant) {
        for (int i = dated.size() - 1; i >= 0; i--) {
            if (dated.get(i).holds(instant)) {
                return dated.get(i).sheet();
            }
        }
        return first();
    }

    /** The most that a request can cost which is sent now. */
    @Nullable
    Money atMost(Usage usage, Time time) {
        if (only != null) {
            return only.atMost(usage);
        }
        Instant now = time.now();
        Money sent = at(now).atMost(usage);
        Money answered = at(now.plus(LONGEST_REQUEST)).atMost(usage);
        return sent == null || answered == null ? null : sent.max(answered);
    }
}
