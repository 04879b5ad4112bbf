package io.agentkit;

import io.agentkit.chat.Delta;
import java.util.concurrent.atomic.AtomicLong;

/** Tells who watches a stream what arrives, and when its provider is waited for: not while the consumer wants nothing. */
final class WatchedStream {

    private final DeltaWatch watch;

    /** What the consumer has asked for and not got yet. */
    private final AtomicLong outstanding = new AtomicLong();

    private boolean counting;

    WatchedStream(DeltaWatch watch) {
        this.watch = watch;
    }

    WatchedStream plus(DeltaWatch other) {
        return new WatchedStream(new DeltaWatch() {
            @Override
            public void arrived(Delta delta) {
                watch.arrived(delta);
                other.arrived(delta);
            }

            @Override
            public void waiting() {
                watch.waiting();
                other.waiting();
            }
        });
    }

    Demand counted(Demand upstream) {
        counting = true;
        return count -> {
            if (outstanding.getAndAccumulate(count, WatchedStream::sum) <= 0) {
                watch.waiting();
            }
            upstream.request(count);
        };
    }

    private static long sum(long before, long more) {
        return before + more < 0 ? Long.MAX_VALUE : before + more;
    }

    void arrived(Delta delta) {
        watch.arrived(delta);
        if (counting && outstanding.get() != Long.MAX_VALUE) {
            outstanding.decrementAndGet();
        }
    }

    /** The delta is dealt with. An upstream that cannot be slowed down sends on whatever was asked for. */
    void passedOn() {
        if (!counting || outstanding.get() > 0) {
            watch.waiting();
        }
    }
}
