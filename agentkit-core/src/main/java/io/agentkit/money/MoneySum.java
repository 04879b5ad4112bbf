package io.agentkit.money;

/**
 * An amount that is added to in place, for ledgers on the path of every call: as exact as {@link Money}, without an object for each sum.
 * Not thread-safe.
 */
public final class MoneySum {

    /** As in {@link Money}. */
    private long high;

    private long low;

    /** @throws ArithmeticException when the sum is too large; the sum is then unchanged */
    public void add(Money amount) {
        add(amount.high, amount.low);
    }

    /** @throws ArithmeticException when the sum is too large; the sum is then unchanged */
    public void add(MoneySum amount) {
        add(amount.high, amount.low);
    }

    /** @throws ArithmeticException when the difference is too large; the sum is then unchanged */
    public void subtract(Money amount) {
        subtract(amount.high, amount.low);
    }

    /** @throws ArithmeticException when the difference is too large; the sum is then unchanged */
    public void subtract(MoneySum amount) {
        subtract(amount.high, amount.low);
    }

    /** Adds so many millionths of a millionth of a dollar, as {@link Money#picoUsd}. */
    public void addPico(long pico) {
        add(Money.picoHigh(pico), Money.picoLow(pico));
    }

    private void add(long moreHigh, long moreLow) {
        long sum = low + moreLow;
        high = Money.inside(high + moreHigh + Money.carry(sum, moreLow));
        low = sum;
    }

    private void subtract(long lessHigh, long lessLow) {
        high = Money.inside(high - lessHigh - Money.carry(low, lessLow));
        low -= lessLow;
    }

    public boolean isZero() {
        return (high | low) == 0;
    }

    /** Whether this is the limit or more. */
    public boolean reaches(Money limit) {
        return high != limit.high ? high > limit.high : Long.compareUnsigned(low, limit.low) >= 0;
    }

    /** Whether this and the other together are the limit or more. */
    public boolean reachesWith(MoneySum other, Money limit) {
        long sum = low + other.low;
        long upper = high + other.high + Money.carry(sum, low);
        return upper != limit.high ? upper > limit.high : Long.compareUnsigned(sum, limit.low) >= 0;
    }

    /** Whether this, the other and the amount together are more than the limit. */
    public boolean exceedsWith(MoneySum other, Money amount, Money limit) {
        return exceedsWith(other, amount.high, amount.low, limit);
    }

    /** As the other, with millionths of a millionth of a dollar. */
    public boolean exceedsWith(MoneySum other, long pico, Money limit) {
        return exceedsWith(other, Money.picoHigh(pico), Money.picoLow(pico), limit);
    }

    /** The upper half takes the sum of several amounts without overflow, since one alone never fills it. */
    private boolean exceedsWith(MoneySum other, long moreHigh, long moreLow, Money limit) {
        long two = low + other.low;
        long three = two + moreLow;
        long upper = high + other.high + moreHigh + Money.carry(two, low) + Money.carry(three, two);
        return upper != limit.high ? upper > limit.high : Long.compareUnsigned(three, limit.low) > 0;
    }

    public void clear() {
        high = 0;
        low = 0;
    }

    public Money toMoney() {
        return Money.of(high, low);
    }

    @Override
    public String toString() {
        return toMoney().toString();
    }
}
