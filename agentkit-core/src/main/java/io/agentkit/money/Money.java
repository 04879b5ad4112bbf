package io.agentkit.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * An exact amount in US dollars, with up to 18 decimals. Immutable and thread-safe. No operation rounds and none uses binary floating
 * point; an amount beyond 9.2 * 10^18 dollars is an {@link ArithmeticException}.
 *
 * <p>One whole number of 128 bits instead of a {@link BigDecimal}, since money is added on the path of every call.
 */
public final class Money implements Comparable<Money> {

    private static final int SCALE = 18;

    private static final long ATTO = 1_000_000_000_000_000_000L;

    private static final long ATTO_PER_PICO = 1_000_000L;

    private static final long HUNDRED = 100;

    private static final int HALF = 32;

    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** The upper 64 bits of 2^63 dollars, of which the lower ones are 0. */
    private static final long TOO_HIGH = ATTO / 2;

    /** No money. */
    public static final Money ZERO = new Money(0, 0);

    /** The largest amount. */
    public static final Money MOST = new Money(TOO_HIGH - 1, -1L);

    /** The upper 64 bits of the number of billionths of a billionth of a dollar, with its sign. */
    final long high;

    /** The lower 64 bits, without a sign. */
    final long low;

    private Money(long high, long low) {
        this.high = high;
        this.low = low;
    }

    /** @throws ArithmeticException when it is too large */
    static Money of(long high, long low) {
        return (high | low) == 0 ? ZERO : new Money(inside(high), low);
    }

    /** @throws ArithmeticException when an amount with these upper bits is too large */
    static long inside(long high) {
        if (high >= TOO_HIGH || high < -TOO_HIGH) {
            throw new ArithmeticException("An amount must be below 9.2 * 10^18");
        }
        return high;
    }

    /** 1 when the first lower half is below the second: what a sum and one of its parts carry, and what a difference borrows. */
    static long carry(long sum, long part) {
        return Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
    }

    /** The upper half of a product. */
    static long picoHigh(long pico) {
        return Math.multiplyHigh(pico, ATTO_PER_PICO);
    }

    /** The lower half of it. */
    static long picoLow(long pico) {
        return pico * ATTO_PER_PICO;
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
        return of(Math.multiplyHigh(dollars, ATTO), dollars * ATTO);
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
        return pico == 0 ? ZERO : new Money(picoHigh(pico), picoLow(pico));
    }

    private static Money fromAtto(BigInteger atto) {
        if (atto.bitLength() >= 2 * Long.SIZE) {
            throw new ArithmeticException("An amount must be below 9.2 * 10^18");
        }
        return of(atto.shiftRight(Long.SIZE).longValue(), atto.longValue());
    }

    public Money plus(Money other) {
        if (other.isZero()) {
            return this;
        }
        long sum = low + other.low;
        return of(high + other.high + carry(sum, low), sum);
    }

    public Money minus(Money other) {
        if (other.isZero()) {
            return this;
        }
        return of(high - other.high - carry(low, other.low), low - other.low);
    }

    /** This amount a number of times, for example a price per token times tokens. */
    public Money times(long factor) {
        if (high == 0 && low >= 0) {
            return of(Math.multiplyHigh(low, factor), low * factor);
        }
        return fromAtto(atto().multiply(BigInteger.valueOf(factor)));
    }

    /** How many times the other fits into this amount: whole times, rounded towards 0; {@link Long#MAX_VALUE} when it is more than a long. */
    public long dividedBy(Money other) {
        if (other.isZero()) {
            throw new ArithmeticException("An amount must not be divided by 0");
        }
        BigInteger times = atto().divide(other.atto());
        return times.bitLength() < Long.SIZE ? times.longValue() : Long.MAX_VALUE;
    }

    /**
     * So many hundredths of this amount, rounded up to 18 decimals.
     *
     * @param percent 0 to 100
     * @throws ArithmeticException when the amount is negative
     */
    public Money percent(int percent) {
        if (isNegative() || percent < 0 || percent > HUNDRED) {
            throw new ArithmeticException("Only amounts from 0 have hundredths, from 0 to 100");
        }
        // Division by hand, 32 bits at a time, so that nothing overflows and no large number is made.
        long upper = ((high % HUNDRED) << HALF) | (low >>> HALF);
        long lower = ((upper % HUNDRED) << HALF) | (low & LOWER_HALF);
        long hundredthHigh = high / HUNDRED;
        long hundredthLow = ((upper / HUNDRED) << HALF) | (lower / HUNDRED);
        long rest = (lower % HUNDRED * percent + HUNDRED - 1) / HUNDRED;
        long product = hundredthLow * percent;
        long sum = product + rest;
        long carried = unsignedMultiplyHigh(hundredthLow, percent) + carry(sum, product);
        return of(hundredthHigh * percent + carried, sum);
    }

    /** For a factor that is not negative. */
    private static long unsignedMultiplyHigh(long unsigned, long factor) {
        return Math.multiplyHigh(unsigned, factor) + ((unsigned >> (Long.SIZE - 1)) & factor);
    }

    public boolean isZero() {
        return (high | low) == 0;
    }

    public boolean isNegative() {
        return high < 0;
    }

    public Money max(Money other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public Money min(Money other) {
        return compareTo(other) <= 0 ? this : other;
    }

    private BigInteger atto() {
        BigInteger lower = BigInteger.valueOf(low);
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(low < 0 ? lower.add(TWO_TO_64) : lower);
    }

    /** The same amount without trailing zeros. */
    public BigDecimal toBigDecimal() {
        BigDecimal amount = new BigDecimal(atto(), SCALE).stripTrailingZeros();
        return amount.scale() < 0 ? amount.setScale(0) : amount;
    }

    @Override
    public int compareTo(Money other) {
        int upper = Long.compare(high, other.high);
        return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money money && high == money.high && low == money.low;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Long.hashCode(low);
    }

    /** A plain decimal number without exponent or currency, such as {@code 0.0125}: what JSON and properties use. */
    @Override
    public String toString() {
        return toBigDecimal().toPlainString();
    }
}
