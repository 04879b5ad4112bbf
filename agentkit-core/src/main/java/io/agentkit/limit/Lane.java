package io.agentkit.limit;

import io.agentkit.Cancellation;
import io.agentkit.lock.BriefLock;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of one key, and who waits for them in the order they came. Whoever wakes serves the queue from its head, so nobody overtakes
 * and nobody goes who was not served. Thread-safe.
 */
final class Lane {

    /** A place in the queue. Its fields belong to the lane's lock. */
    static final class Place {

        private final long tokens;

        private boolean served;

        /** Ends the sleep of who waits here. */
        private @Nullable Cancellation alarm;

        private Place(long tokens) {
            this.tokens = tokens;
        }
    }

    /** What taking without waiting came to. */
    enum Taking {
        TAKEN,
        BUSY,
        /** The lane was idle and is kept no longer: ask for the key's new one. */
        RETIRED
    }

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final String key;
    private final Time time;
    private final @Nullable Supply requests;
    private final @Nullable Supply tokens;
    private final BriefLock lock = new BriefLock();
    private final Deque<Place> queue = new ArrayDeque<>();
    private boolean paused;
    private long pausedUntil;
    private boolean retired;

    Lane(String key, RateLimiterSpec spec, Time time) {
        this.key = key;
        this.time = time;
        Duration interval = spec.interval();
        Long burst = spec.burst();
        Long perMinute = spec.tokensPerMinute();
        Long atOnce = spec.tokenBurst();
        this.requests = !spec.limitsRequests() || interval == null || burst == null
                ? null
                : new Supply(burst, 1, interval.toNanos(), time);
        this.tokens = perMinute == null || atOnce == null ? null : new Supply(atOnce, perMinute, MINUTE, time);
    }

    String key() {
        return key;
    }

    /** Takes one request and its tokens when nobody waits and both are there. */
    Taking take(long wanted) {
        lock.lock();
        try {
            if (retired) {
                return Taking.RETIRED;
            }
            return queue.isEmpty() && serve(wanted) ? Taking.TAKEN : Taking.BUSY;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the last place of the queue; null when the lane is retired. {@link #leave} it unless it was served. */
    @Nullable
    Place queue(long wanted) {
        lock.lock();
        try {
            if (retired) {
                return null;
            }
            Place place = new Place(wanted);
            queue.addLast(place);
            return place;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How long until it is this place's turn if nothing changes.
     *
     * @param alarm is cancelled when it may be sooner
     * @return nanoseconds, at least 1; 0 when it was served
     */
    long nanosLeft(Place place, Cancellation alarm) {
        List<Cancellation> alarms;
        long left;
        lock.lock();
        try {
            place.alarm = null;
            alarms = serveQueue(false);
            place.alarm = alarm;
            left = place.served ? 0 : Math.max(1, nanosUntil(place));
        } finally {
            lock.unlock();
        }
        ring(alarms);
        return left;
    }

    /** Gives the place back, and what it was served with. */
    void leave(Place place) {
        List<Cancellation> alarms;
        lock.lock();
        try {
            if (place.served) {
                putBack(1, place.tokens);
            } else {
                queue.remove(place);
            }
            place.alarm = null;
            alarms = serveQueue(true);
        } finally {
            lock.unlock();
        }
        ring(alarms);
    }

    /** A request was not sent. */
    void giveBack(long taken) {
        List<Cancellation> alarms;
        lock.lock();
        try {
            putBack(1, taken);
            alarms = serveQueue(true);
        } finally {
            lock.unlock();
        }
        ring(alarms);
    }

    /** A request used other than what was taken for it. What is not there is owed. */
    void settle(long taken, long used) {
        if (tokens == null || taken == used) {
            return;
        }
        List<Cancellation> alarms;
        lock.lock();
        try {
            if (used > taken) {
                tokens.owe(used - taken);
            } else {
                tokens.putBack(taken - used);
            }
            alarms = serveQueue(true);
        } finally {
            lock.unlock();
        }
        ring(alarms);
    }

    /** Nobody is served before so long. A pause that ends later stands. */
    void pause(Duration wait) {
        lock.lock();
        try {
            long until = time.nanoTime() + wait.toNanos();
            if (!isPaused() || until - pausedUntil > 0) {
                paused = true;
                pausedUntil = until;
            }
        } finally {
            lock.unlock();
        }
    }

    /** There is no more left than this; less stands. Null where nothing is known. */
    void lower(@Nullable Long requestsLeft, @Nullable Long tokensLeft) {
        lock.lock();
        try {
            lower(requests, requestsLeft);
            lower(tokens, tokensLeft);
        } finally {
            lock.unlock();
        }
    }

    private static void lower(@Nullable Supply quantity, @Nullable Long left) {
        if (quantity != null && left != null && left >= 0) {
            long more = quantity.left() - left;
            if (more > 0) {
                quantity.owe(more);
            }
        }
    }

    /** Whether nothing would be lost if this lane were made anew; then it is not used any more. */
    boolean retire() {
        lock.lock();
        try {
            retired = retired || isIdle();
            return retired;
        } finally {
            lock.unlock();
        }
    }

    private boolean isIdle() {
        return queue.isEmpty()
                && !isPaused()
                && (requests == null || requests.isFull())
                && (tokens == null || tokens.isFull());
    }

    /** What is left and who waits; null when it is idle. */
    RateLimiterStatus.@Nullable Key status() {
        lock.lock();
        try {
            if (isIdle()) {
                return null;
            }
            return new RateLimiterStatus.Key(
                    key,
                    queue.size(),
                    requests == null ? null : requests.left(),
                    tokens == null ? null : tokens.left(),
                    isPaused() ? Duration.ofNanos(pausedUntil - time.nanoTime()) : null);
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Serves from the head on, and tells whom to wake: who was served, and the head that is left, where it may have reckoned with more.
     *
     * @param eased whether the head's turn may come sooner than it thinks
     */
    private List<Cancellation> serveQueue(boolean eased) {
        if (queue.isEmpty()) {
            return List.of();
        }
        List<Cancellation> alarms = new ArrayList<>(2);
        boolean sooner = eased;
        Place head = queue.peekFirst();
        while (head != null && serve(head.tokens)) {
            queue.removeFirst();
            head.served = true;
            wake(head, alarms);
            head = queue.peekFirst();
            sooner = true;
        }
        if (head != null && sooner) {
            wake(head, alarms);
        }
        return alarms;
    }

    private static void wake(Place place, List<Cancellation> alarms) {
        if (place.alarm != null) {
            alarms.add(place.alarm);
        }
    }

    /** Outside the lock: an alarm interrupts a thread. */
    private static void ring(List<Cancellation> alarms) {
        for (Cancellation alarm : alarms) {
            alarm.cancel(Cancellation.Reason.TIMEOUT);
        }
    }

    private boolean serve(long wanted) {
        if (isPaused() || (requests != null && !requests.take(1))) {
            return false;
        }
        if (tokens == null || wanted <= 0 || tokens.take(wanted)) {
            return true;
        }
        putBack(1, 0);
        return false;
    }

    private void putBack(long ofRequests, long ofTokens) {
        if (requests != null) {
            requests.putBack(ofRequests);
        }
        if (tokens != null && ofTokens > 0) {
            tokens.putBack(ofTokens);
        }
    }

    private long nanosUntil(Place place) {
        long before = 0;
        long wanted = 0;
        for (Place each : queue) {
            before++;
            wanted += each.tokens;
            if (each == place) {
                break;
            }
        }
        long left = isPaused() ? pausedUntil - time.nanoTime() : 0;
        left = requests == null ? left : Math.max(left, requests.nanosUntil(before));
        return tokens == null ? left : Math.max(left, tokens.nanosUntil(wanted));
    }

    private boolean isPaused() {
        if (paused && time.nanoTime() - pausedUntil >= 0) {
            paused = false;
        }
        return paused;
    }
}
