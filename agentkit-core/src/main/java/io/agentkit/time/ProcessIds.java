package io.agentkit.time;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

final class ProcessIds implements Ids {

    static final ProcessIds INSTANCE = new ProcessIds(new SecureRandom().nextLong(), 0);

    private static final int RADIX = 36;

    private static final int PREFIX_WIDTH = 13;

    private static final int COUNTER_WIDTH = 8;

    private final byte[] first;

    private final AtomicLong counter;

    ProcessIds(long random, long counted) {
        String prefix = Long.toUnsignedString(random, RADIX);
        this.first = ("0".repeat(PREFIX_WIDTH - prefix.length()) + prefix + "0".repeat(COUNTER_WIDTH))
                .getBytes(StandardCharsets.ISO_8859_1);
        this.counter = new AtomicLong(counted);
    }

    /** Written digit by digit: every call that somebody listens to has one. */
    @Override
    public String next() {
        long rest = counter.incrementAndGet();
        byte[] id = first.clone();
        for (int i = id.length - 1; rest > 0 && i >= PREFIX_WIDTH; i--) {
            int digit = (int) (rest % RADIX);
            id[i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
            rest /= RADIX;
        }
        String text = new String(id, StandardCharsets.ISO_8859_1);
        // After 2.8 * 10^12 ids of one process the counter needs more room.
        return rest == 0 ? text : text + Long.toString(rest, RADIX);
    }
}
