package io.agentkit.boot.observe;

import io.agentkit.money.Money;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Adds up exactly; only who reads a metric gets a rounded number. Thread-safe. */
final class MoneyTotal {

    private final AtomicReference<Money> total = new AtomicReference<>(Money.ZERO);

    void add(Money usd) {
        total.accumulateAndGet(usd, Money::plus);
    }

    double value() {
        return Objects.requireNonNull(total.get()).toBigDecimal().doubleValue();
    }
}
