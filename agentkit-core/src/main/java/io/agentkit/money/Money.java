package io.agentkit.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * An exact amount in US dollars, with up to 18 decimals. Immutable and thread-safe. No operation rounds and none uses binary floating
 * point; an amount beyond 9.2 * 10^18 dollars is an {@link ArithmeticException}.
 *
 * <p>Two longs instead of a {@link BigDecimal}, since money is added on the path of every call.
 */
public final class Money implements Comparable<Money> {

    private static final int SCALE = 18;

    static final long ATTO = 1_000_000_000_000_000_000L;

    private static final long PICO = 1_000_000_000_000L;

    private static final long ATTO_PER_PICO = ATTO / PICO;

    private static final BigInteger BIG_ATTO = BigInteger.valueOf(ATTO);

    /** No money. */
    public static final Money ZERO = new Money(0, 0);

    /** Whole dollars, rounded towards minus infinity, so that the fraction is never negative. */
    final long dollars;

    /** Billionths of a billionth of a dollar: 0 to 10^18 - 1. */
    final long atto;

    Money(long dollars, long atto) {
        this.dollars = dollars;
        this.atto = atto;
    }

    /**
     * Reads an amount such as {@code "0.0125"}.
     *
     * @throws NumberFormatException when the text is no decimal number
     * @throws ArithmeticException when it has more than 18 decimals or is too large
     */
    public static Money usd(String amount) {
        return of(new BigDecimal(amount));
    }

    /** A whole number of dollars. */
    public static Money usd(long dollars) {
        return dollars == 0 ? ZERO : new Money(dollars, 0);
    }

    /**
     * The same amount as a decimal number.
     *
     * @throws ArithmeticException when it has more than 18 decimals or is too large
     */
    public static Money of(BigDecimal amount) {
        // Numbers such as 1E+999999999 are refused before anybody writes out their digits.
        long magnitude = (long) amount.precision() - amount.scale();
        if (amount.signum() == 0) {
            return ZERO;
        }
        if (magnitude < -SCALE || magnitude > SCALE + 1) {
            throw new ArithmeticException("An amount must be below 9.2 * 10^18 and have at most 18 decimals");
        }
        return fromAtto(amount.setScale(SCALE, RoundingMode.UNNECESSARY).unscaledValue());
    }

    /** So many millionths of a millionth of a dollar: what prices per million tokens are made of. Cheaper than the other ways in. */
    public static Money picoUsd(long pico) {
        return pico == 0 ? ZERO : new Money(Math.floorDiv(pico, PICO), Math.floorMod(pico, PICO) * ATTO_PER_PICO);
    }

    private static Money fromAtto(BigInteger total) {
        BigInteger[] parts = total.divideAndRemainder(BIG_ATTO);
        long dollars = parts[0].longValueExact();
        long atto = parts[1].longValue();
        return atto < 0 ? new Money(Math.subtractExact(dollars, 1), atto + ATTO) : new Money(dollars, atto);
    }

    public Money plus(Money other) {
        if (other.isZero()) {
            return this;
        }
        long sum = atto + other.atto;
        long carry = sum >= ATTO ? 1 : 0;
        return new Money(Math.addExact(Math.addExact(dollars, other.dollars), carry), carry == 1 ? sum - ATTO : sum);
    }

    public Money minus(Money other) {
        if (other.isZero()) {
            return this;
        }
        long difference = atto - other.atto;
        long borrow = difference < 0 ? 1 : 0;
        return new Money(
                Math.subtractExact(Math.subtractExact(dollars, other.dollars), borrow),
                borrow == 1 ? difference + ATTO : difference);
    }

    /** This amount a number of times, for example a price per token times tokens. */
    public Money times(long factor) {
        if (factor == 0 || isZero()) {
            return ZERO;
        }
        if (dollars == 0 && factor > 0 && Math.multiplyHigh(atto, factor) == 0) {
            long product = atto * factor;
            if (product >= 0) {
                return product < ATTO ? new Money(0, product) : new Money(product / ATTO, product % ATTO);
            }
        }
        return fromAtto(totalAtto().multiply(BigInteger.valueOf(factor)));
    }

    public boolean isZero() {
        return dollars == 0 && atto == 0;
    }

    public boolean isNegative() {
        return dollars < 0;
    }

    public Money max(Money other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public Money min(Money other) {
        return compareTo(other) <= 0 ? this : other;
    }

    private BigInteger totalAtto() {
        return BigInteger.valueOf(dollars).multiply(BIG_ATTO).add(BigInteger.valueOf(atto));
    }

    /** The same amount without trailing zeros. */
    public BigDecimal toBigDecimal() {
        BigDecimal amount = new BigDecimal(totalAtto(), SCALE).stripTrailingZeros();
        return amount.scale() < 0 ? amount.setScale(0) : amount;
    }

    @Override
    public int compareTo(Money other) {
        int whole = Long.compare(dollars, other.dollars);
        return whole != 0 ? whole : Long.compare(atto, other.atto);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money money && dollars == money.dollars && atto == money.atto;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(dollars) + Long.hashCode(atto);
    }

    /** A plain decimal number without exponent or currency, such as {@code 0.0125}: what JSON and properties use. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString();
    }
}
