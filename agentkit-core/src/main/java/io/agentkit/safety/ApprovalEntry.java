package io.agentkit.safety;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One approval, and who waits for it. Belongs to the lock of its {@link Approvals}, but for what never changes. */
final class ApprovalEntry {

    final ApprovalRequest request;

    /** What makes the call the same one when it comes again; empty when no model asked for it. */
    final String key;

    final String fingerprint;
    final List<CountDownLatch> waiting = new ArrayList<>(1);
    ApprovalState state = ApprovalState.PENDING;

    /** On the monotonic clock. */
    volatile long expires;

    private final Duration expiry;
    private final Instant requestedAt;
    private Instant expiresAt;
    private @Nullable String by;
    private @Nullable String reason;
    private @Nullable Instant decidedAt;

    ApprovalEntry(
            ApprovalRequest request, String key, String fingerprint, Duration expiry, Instant now, long nanoTime) {
        this.request = request;
        this.key = key;
        this.fingerprint = fingerprint;
        this.expiry = expiry;
        this.requestedAt = now;
        this.expires = nanoTime + expiry.toNanos();
        this.expiresAt = now.plus(expiry);
    }

    boolean isPending() {
        return state == ApprovalState.PENDING;
    }

    boolean isExpired(long nanoTime) {
        return expires - nanoTime <= 0;
    }

    /** @param latch is opened when it stands otherwise, at once when it is decided */
    void enter(CountDownLatch latch) {
        if (isPending()) {
            waiting.add(latch);
        } else {
            latch.countDown();
        }
    }

    void decide(ApprovalState decision, String who, String why, Instant now, long nanoTime) {
        by = who;
        reason = why;
        decidedAt = now;
        expiresAt = now.plus(expiry);
        end(decision, nanoTime);
    }

    /** Has everybody who waits look how it stands. It can be looked up as long again. */
    void end(ApprovalState how, long nanoTime) {
        state = how;
        expires = nanoTime + expiry.toNanos();
        waiting.forEach(CountDownLatch::countDown);
    }

    Approval picture() {
        return new Approval(
                request, state, isPending() ? waiting.size() : 0, requestedAt, expiresAt, by, reason, decidedAt);
    }
}
