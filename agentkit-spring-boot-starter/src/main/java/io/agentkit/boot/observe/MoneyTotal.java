package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;
import java.time.Instant;

/** Adds up exactly; only who reads a metric gets a rounded number, which never falls. Thread-safe. */
final class MoneyTotal {

    private final MoneySum total = new MoneySum();

    private final RisingMoney rising = new RisingMoney();

    synchronized void add(Money usd) {
        total.add(usd);
    }

    double value() {
        return rising.tell(Instant.EPOCH, sum());
    }

    private synchronized Money sum() {
        return total.toMoney();
    }
}
