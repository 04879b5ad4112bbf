package io.agentkit.time;

import java.math.BigInteger;
import java.security.SecureRandom;

final class UnguessableIds implements Ids {

    static final UnguessableIds INSTANCE = new UnguessableIds();

    private static final int BITS = 128;

    private static final int RADIX = 36;

    private final SecureRandom random = new SecureRandom();

    private UnguessableIds() {}

    @Override
    public String next() {
        return new BigInteger(BITS, random).toString(RADIX);
    }
}
