package io.agentkit.text;

import java.util.HexFormat;

/**
 * A SHA-256, as a value that can be kept, compared and made a key of.
 *
 * @param first bytes 1 to 8, the first the highest
 * @param second bytes 9 to 16
 * @param third bytes 17 to 24
 * @param fourth bytes 25 to 32
 */
public record Digest(long first, long second, long third, long fourth) {

    private static final HexFormat HEX = HexFormat.of();

    /** 64 hexadecimal digits. */
    public String hex() {
        return HEX.toHexDigits(first) + HEX.toHexDigits(second) + HEX.toHexDigits(third) + HEX.toHexDigits(fourth);
    }

    @Override
    public String toString() {
        return hex();
    }
}
