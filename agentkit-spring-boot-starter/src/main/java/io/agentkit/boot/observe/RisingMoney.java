package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import java.time.Instant;

/**
 * Tells a total that may fall as a counter that does not: what falls looks like a restart, and Prometheus would count all of it again. After a
 * correction downwards it stays at the highest value it told until the total is beyond that, and is exact from there on. Thread-safe.
 */
final class RisingMoney {

    private Instant since = Instant.MIN;

    /** What was told of totals that began anew since. */
    private Money before = Money.ZERO;

    private Money told = Money.ZERO;

    /** @param began when the total began at 0; another moment than the last time means that it did so again, and the counter goes on */
    synchronized double tell(Instant began, Money total) {
        if (!began.equals(since)) {
            since = began;
            before = told;
        }
        told = told.max(before.plus(total));
        return told.toBigDecimal().doubleValue();
    }
}
