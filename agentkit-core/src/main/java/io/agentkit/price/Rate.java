package io.agentkit.price;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** What a rate may be. */
final class Rate {

    /** Money has 18 decimals, and a token costs a millionth of the rate. */
    static final int MOST_DECIMALS = 12;

    private static final int MOST_DIGITS = 12;

    private Rate() {}

    /** The rate itself; refused when below 0, too large, or finer than money is. */
    static BigDecimal valid(String name, BigDecimal rate) {
        if (rate.signum() < 0) {
            throw new IllegalArgumentException("'%s' must not be negative (was %s)".formatted(name, rate));
        }
        if (isTooLarge(rate)) {
            throw new IllegalArgumentException("'%s' must be below 10^%d (was %s)".formatted(name, MOST_DIGITS, rate));
        }
        if (rate.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "'%s' must have at most %d decimals (was %s)".formatted(name, MOST_DECIMALS, rate));
        }
        return rate;
    }

    static @Nullable BigDecimal ifNamed(String name, @Nullable BigDecimal rate) {
        return rate == null ? null : valid(name, rate);
    }

    /**
     * A rate of a catalogue. Catalogues are written from binary numbers, so the 17th digit of one may be noise: it is rounded to what money
     * can hold.
     */
    static BigDecimal imported(BigDecimal rate) {
        if (rate.signum() == 0) {
            return BigDecimal.ZERO;
        }
        // Numbers such as 1E-999999999 are refused before anybody writes out their digits.
        if (rate.signum() < 0 || isTooLarge(rate) || (long) rate.precision() - rate.scale() < -MOST_DECIMALS) {
            throw new IllegalArgumentException(
                    "a rate must be 0, or from 10^-%d to below 10^%d".formatted(MOST_DECIMALS, MOST_DIGITS));
        }
        return rate.scale() <= MOST_DECIMALS ? rate : rate.setScale(MOST_DECIMALS, RoundingMode.HALF_EVEN);
    }

    static BigDecimal rounded(BigDecimal rate) {
        return rate.scale() <= MOST_DECIMALS ? rate : rate.setScale(MOST_DECIMALS, RoundingMode.HALF_EVEN);
    }

    /** In the same proportion to {@code base} as {@code part} is to {@code whole}. */
    static BigDecimal proportional(BigDecimal base, BigDecimal part, BigDecimal whole) {
        return whole.signum() == 0 || part.compareTo(whole) == 0
                ? base
                : base.multiply(part).divide(whole, MOST_DECIMALS, RoundingMode.HALF_EVEN);
    }

    private static boolean isTooLarge(BigDecimal rate) {
        return (long) rate.precision() - rate.scale() > MOST_DIGITS;
    }
}
