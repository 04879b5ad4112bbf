package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import io.agentkit.money.MoneySum;

/** Adds up exactly; only who reads a metric gets a rounded number. Thread-safe. */
final class MoneyTotal {

    private final MoneySum total = new MoneySum();

    synchronized void add(Money usd) {
        total.add(usd);
    }

    double value() {
        return sum().toBigDecimal().doubleValue();
    }

    private synchronized Money sum() {
        return total.toMoney();
    }
}
