package io.agentkit.egress;

import org.jspecify.annotations.Nullable;

/**
 * Decodes the labels of international names (RFC 3492). The JDK's decoder refuses what IDNA2008 added.
 */
final class Punycode {

    private static final int BASE = 36;

    private static final int SKEW = 38;

    private static final int DAMP = 700;

    private static final int MOST = 26;

    private Punycode() {}

    /** The text of a label without its {@code xn--}; null when it is none. */
    static @Nullable String decode(String label) {
        int delimiter = Math.max(label.lastIndexOf('-'), 0);
        StringBuilder out = new StringBuilder(label.substring(0, delimiter));
        int points = delimiter;
        int code = 0x80;
        int bias = 72;
        long index = 0;
        int at = delimiter == 0 ? 0 : delimiter + 1;
        while (at < label.length()) {
            long before = index;
            long weight = 1;
            for (int k = BASE; ; k += BASE) {
                int digit = at < label.length() ? digit(label.charAt(at++)) : -1;
                if (digit < 0) {
                    return null;
                }
                index += digit * weight;
                int threshold = Math.min(Math.max(k - bias, 1), MOST);
                if (digit < threshold) {
                    break;
                }
                weight *= BASE - threshold;
                if (weight > Integer.MAX_VALUE || index > Integer.MAX_VALUE) {
                    return null;
                }
            }
            points++;
            bias = adapt(index - before, points, before == 0);
            code += (int) Math.min(index / points, Character.MAX_CODE_POINT);
            index %= points;
            if (code > Character.MAX_CODE_POINT) {
                return null;
            }
            out.insert(out.offsetByCodePoints(0, (int) index), Character.toString(code));
            index++;
        }
        return out.toString();
    }

    private static int digit(char c) {
        if (c >= 'a' && c <= 'z') {
            return c - 'a';
        }
        return (c >= '0' && c <= '9') ? c - '0' + MOST : -1;
    }

    private static int adapt(long delta, int points, boolean first) {
        long rest = first ? delta / DAMP : delta / 2;
        rest += rest / points;
        int k = 0;
        while (rest > (BASE - 1) * MOST / 2) {
            rest /= BASE - 1;
            k += BASE;
        }
        return (int) (k + BASE * rest / (rest + SKEW));
    }
}
