package io.agentkit.safety;

import io.agentkit.BlockedException;
import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorTrace;
import io.agentkit.Event;
import io.agentkit.time.Ids;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The approvals that wait for somebody to decide, and those that were decided a while ago, in memory. Whoever decides first decides. A
 * restart forgets all, so that nothing runs that was not asked for anew. Thread-safe.
 */
public final class Approvals {

    private static final Logger log = LoggerFactory.getLogger(Approvals.class);

    /** How many may be pending at once, unless somebody says otherwise. */
    public static final int DEFAULT_MAX = 1_000;

    private static final int LONGEST_NAME = 100;

    private static final int LONGEST_REASON = 500;

    private final ChainEnvironment environment;
    private final Time time;
    private final Ids ids = Ids.unguessable();
    private final int max;

    // Guarded by this object's lock, which is never held while anybody is told anything.
    private final ApprovalBook book;
    private final Deque<Event> untold = new ArrayDeque<>();

    /**
     * @param max how many may be pending at once: further calls are refused; as many that were decided are remembered; at least 1
     * @throws IllegalArgumentException when {@code max} is less than 1
     */
    public Approvals(ChainEnvironment environment, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("'max' must be at least 1 (was %d)".formatted(max));
        }
        this.environment = environment;
        this.time = environment.time();
        this.max = max;
        this.book = new ApprovalBook(max, time.nanoTime());
    }

    /** How many wait for a decision. */
    public int pending() {
        return locked(book::size);
    }

    /**
     * Those that wait for a decision, the oldest first.
     *
     * @param after only those behind this one; null for the first. When it is pending no longer, from the first again
     * @param most 1 or more
     */
    public List<Approval> pending(@Nullable String after, int most) {
        return locked(() -> {
            List<Approval> found = new ArrayList<>();
            ApprovalEntry last = after == null ? null : book.find(after);
            boolean behind = last == null || !last.isPending();
            for (ApprovalEntry each : book.inOrder()) {
                if (behind && found.size() < most) {
                    found.add(each.picture());
                }
                behind |= each == last;
            }
            return found;
        });
    }

    /** How an approval stands; null when there is none of that id, or none any more. */
    public @Nullable Approval find(String id) {
        return locked(() -> {
            ApprovalEntry entry = book.find(id);
            return entry == null ? null : entry.picture();
        });
    }

    /**
     * Lets the call be made, once.
     *
     * @param by who decides; cut to 100 characters
     * @param reason for the record; cut to 500 characters; may be empty
     * @return whether this decided it; false when it is not pending, or not any more
     * @throws IllegalArgumentException when {@code by} is blank
     */
    public boolean approve(String id, String by, String reason) {
        return decide(id, ApprovalState.APPROVED, by, reason);
    }

    /**
     * Refuses the call.
     *
     * @param by who decides; cut to 100 characters
     * @param reason told to the model; cut to 500 characters; may be empty
     * @return whether this decided it; false when it is not pending, or not any more
     * @throws IllegalArgumentException when {@code by} is blank
     */
    public boolean deny(String id, String by, String reason) {
        return decide(id, ApprovalState.DENIED, by, reason);
    }

    private boolean decide(String id, ApprovalState decision, String by, String reason) {
        String who = OneLine.of(by, LONGEST_NAME);
        if (who.isEmpty()) {
            throw new IllegalArgumentException("'by' must not be blank");
        }
        return locked(() -> {
            ApprovalEntry entry = book.find(id);
            if (entry == null || !entry.isPending()) {
                return false;
            }
            entry.decide(decision, who, OneLine.of(reason, LONGEST_REASON), time.now(), time.nanoTime());
            end(entry, who);
            return true;
        });
    }

    String newId() {
        return ids.next();
    }

    /**
     * What is known of a call; null when somebody has to be asked. {@link #leave} it.
     *
     * @param latch is opened when it stands otherwise, at once when it is decided
     */
    @Nullable
    ApprovalEntry enter(String key, String fingerprint, CountDownLatch latch) {
        return locked(() -> {
            ApprovalEntry entry = book.match(key, fingerprint);
            if (entry != null) {
                entry.enter(latch);
            }
            return entry;
        });
    }

    /**
     * As {@link #enter}; where nothing is known, asks.
     *
     * @throws BlockedException when too many wait
     */
    ApprovalEntry ask(ApprovalRequest request, String key, String fingerprint, Duration expiry, CountDownLatch latch) {
        return locked(() -> {
            ApprovalEntry entry = book.match(key, fingerprint);
            if (entry == null) {
                if (book.isFull()) {
                    throw new BlockedException(
                            "Tool '%s' was not called: too many calls wait for approval".formatted(request.tool()),
                            "%d approvals are pending".formatted(max));
                }
                entry = new ApprovalEntry(request, key, fingerprint, expiry, time.now(), time.nanoTime());
                book.add(entry);
                untold.add(ApprovalRequested.of(entry.picture()));
            }
            entry.enter(latch);
            return entry;
        });
    }

    /**
     * Whoever entered goes on, and takes an approval that was given.
     *
     * @param gaveUp whether the call is over: it takes nothing then, and nobody needs to decide it any more unless others wait
     * @return how it stands for this call: approved only when this took it
     */
    ApprovalState leave(ApprovalEntry entry, CountDownLatch latch, boolean gaveUp) {
        return locked(() -> {
            entry.waiting.remove(latch);
            if (gaveUp && entry.isPending() && entry.waiting.isEmpty()) {
                entry.end(ApprovalState.WITHDRAWN, time.nanoTime());
                end(entry, null);
            }
            ApprovalState stands = entry.state;
            if (!gaveUp && stands == ApprovalState.APPROVED) {
                entry.state = ApprovalState.USED;
                book.answersNoMore(entry);
            }
            return stands;
        });
    }

    /** Notes a decision that was made without waiting. */
    void decided(ApprovalRequest request, ApprovalState state, String by) {
        locked(() -> untold.add(ApprovalDecided.of(request, state, by)));
    }

    private void end(ApprovalEntry entry, @Nullable String by) {
        book.ended(entry);
        untold.add(ApprovalDecided.of(entry.request, entry.state, by));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> work) {
        try {
            synchronized (this) {
                book.sweep(
                        time.nanoTime(),
                        expired -> untold.add(ApprovalDecided.of(expired.request, ApprovalState.EXPIRED, null)));
                return work.get();
            }
        } finally {
            tell();
        }
    }

    private void tell() {
        for (Event event = next(); event != null; event = next()) {
            if (event instanceof ApprovalDecided decided) {
                decided.log(log);
            }
            try {
                environment.listener().on(event);
            } catch (RuntimeException failure) {
                log.warn("An event listener failed on '{}'; the approval stands", event.name(), ErrorTrace.of(failure));
            }
        }
    }

    private synchronized @Nullable Event next() {
        return untold.poll();
    }
}
