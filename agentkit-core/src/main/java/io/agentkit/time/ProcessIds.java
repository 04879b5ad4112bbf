package io.agentkit.time;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

final class ProcessIds implements Ids {

    static final ProcessIds INSTANCE = new ProcessIds(new SecureRandom().nextLong());

    private static final int COUNTER_WIDTH = 8;

    private final String prefix;

    private final AtomicLong counter = new AtomicLong();

    private ProcessIds(long random) {
        prefix = pad(Long.toUnsignedString(random, 36), 13);
    }

    @Override
    public String next() {
        return prefix + pad(Long.toString(counter.incrementAndGet(), 36), COUNTER_WIDTH);
    }

    private static String pad(String digits, int width) {
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }
}
