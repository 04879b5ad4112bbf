package io.agentkit.money;

/**
 * An amount that is added to in place, for ledgers on the path of every call: as exact as {@link Money}, without an object for each sum.
 * Not thread-safe.
 */
public final class MoneySum {

    private long dollars;

    private long atto;

    /** @throws ArithmeticException when the sum is too large; the sum is then unchanged */
    public void add(Money amount) {
        long fraction = atto + amount.atto;
        long carry = fraction >= Money.ATTO ? 1 : 0;
        dollars = Math.addExact(Math.addExact(dollars, amount.dollars), carry);
        atto = carry == 1 ? fraction - Money.ATTO : fraction;
    }

    /** @throws ArithmeticException when the difference is too large; the sum is then unchanged */
    public void subtract(Money amount) {
        long fraction = atto - amount.atto;
        long borrow = fraction < 0 ? 1 : 0;
        dollars = Math.subtractExact(Math.subtractExact(dollars, amount.dollars), borrow);
        atto = borrow == 1 ? fraction + Money.ATTO : fraction;
    }

    /**
     * Takes one amount away and adds another, in one step.
     *
     * @throws ArithmeticException when the sum is too large; the sum is then unchanged
     */
    public void replace(Money before, Money after) {
        long fraction = atto - before.atto + after.atto;
        long carry = 0;
        if (fraction < 0) {
            fraction += Money.ATTO;
            carry = -1;
        } else if (fraction >= Money.ATTO) {
            fraction -= Money.ATTO;
            carry = 1;
        }
        dollars = Math.addExact(Math.addExact(Math.subtractExact(dollars, before.dollars), after.dollars), carry);
        atto = fraction;
    }

    /** Whether this and the amount together are more than the limit. */
    public boolean exceedsWith(Money amount, Money limit) {
        long fraction = atto + amount.atto;
        long carry = fraction >= Money.ATTO ? 1 : 0;
        long whole = Math.addExact(Math.addExact(dollars, amount.dollars), carry);
        return whole != limit.dollars
                ? whole > limit.dollars
                : (carry == 1 ? fraction - Money.ATTO : fraction) > limit.atto;
    }

    /** Whether this is the limit or more. */
    public boolean reaches(Money limit) {
        return dollars != limit.dollars ? dollars > limit.dollars : atto >= limit.atto;
    }

    public boolean isZero() {
        return dollars == 0 && atto == 0;
    }

    public void clear() {
        dollars = 0;
        atto = 0;
    }

    public Money toMoney() {
        return isZero() ? Money.ZERO : new Money(dollars, atto);
    }

    @Override
    public String toString() {
        return toMoney().toString();
    }
}
