package io.agentkit.idempotency;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows tool calls of one process, until it ends: against calls that are made twice, not against a process that dies. At most 10,000 calls;
 * when there are more, those that were made longest ago are forgotten. Of results at most 64 million characters in all; when there are more,
 * the oldest are not kept, and their calls, made again, are refused. Thread-safe.
 */
public final class InMemoryIdempotencyStore implements IdempotencyStore {

    /** The usual bound. */
    public static final int DEFAULT_CAPACITY = 10_000;

    private static final long MOST_CHARACTERS = 64_000_000;

    private enum State {
        BUSY,
        DONE,
        UNKNOWN
    }

    private record Entry(
            ToolCallMark call,
            State state,
            Instant began,
            long until,
            @Nullable String result) {

        UnknownOutcome outcome() {
            return new UnknownOutcome(call.key(), call.holder(), call.tool(), call.runId(), began);
        }

        int size() {
            return result == null ? 0 : result.length();
        }
    }

    private final Time time;
    private final int capacity;

    // Guarded by this object's lock; in the order that calls were begun or made.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long characters;

    public InMemoryIdempotencyStore(Time time) {
        this(time, DEFAULT_CAPACITY);
    }

    /** @param capacity how many calls are known at most, at least 1 */
    public InMemoryIdempotencyStore(Time time, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("'capacity' must be at least 1 (was %d)".formatted(capacity));
        }
        this.time = time;
        this.capacity = capacity;
    }

    @Override
    public synchronized Claim claim(ToolCallMark call, Duration lease) {
        Entry known = entries.get(call.key());
        if (known == null || (known.state() == State.DONE && isOver(known))) {
            makeRoom();
            put(new Entry(call, State.BUSY, time.now(), end(lease), null));
            return new Claim.Held();
        }
        if (!known.call().arguments().equals(call.arguments())) {
            return new Claim.Conflict();
        }
        if (known.state() == State.DONE) {
            return new Claim.Done(known.result());
        }
        if (isUnknown(known)) {
            return new Claim.Unknown(known.outcome());
        }
        return known.call().holder().equals(call.holder()) ? new Claim.Held() : new Claim.Busy();
    }

    @Override
    public synchronized boolean takeOver(ToolCallMark call, String from, Duration lease) {
        Entry held = held(call.key(), from);
        if (held != null && isUnknown(held)) {
            put(new Entry(call, State.BUSY, time.now(), end(lease), null));
            return true;
        }
        Entry own = held(call.key(), call.holder());
        return own != null && !isUnknown(own);
    }

    @Override
    public synchronized boolean renew(String key, String holder, Duration lease) {
        Entry held = held(key, holder);
        if (held == null || held.state() != State.BUSY) {
            return false;
        }
        put(new Entry(held.call(), State.BUSY, held.began(), end(lease), null));
        return true;
    }

    @Override
    public synchronized boolean complete(String key, String holder, @Nullable String result, Duration keep) {
        Entry held = held(key, holder);
        if (held == null) {
            Entry known = entries.get(key);
            return known != null && known.call().holder().equals(holder);
        }
        put(new Entry(held.call(), State.DONE, held.began(), end(keep), result));
        shrink();
        return true;
    }

    @Override
    public synchronized boolean release(String key, String holder) {
        if (held(key, holder) != null) {
            remove(key);
            return true;
        }
        return !entries.containsKey(key);
    }

    @Override
    public synchronized boolean abandon(String key, String holder) {
        Entry held = held(key, holder);
        if (held == null) {
            return false;
        }
        put(new Entry(held.call(), State.UNKNOWN, held.began(), held.until(), null));
        return true;
    }

    @Override
    public synchronized @Nullable UnknownOutcome findUnknown(String key) {
        Entry known = entries.get(key);
        return known != null && isUnknown(known) ? known.outcome() : null;
    }

    @Override
    public synchronized List<UnknownOutcome> unknown(int most) {
        return entries.values().stream()
                .filter(this::isUnknown)
                .map(Entry::outcome)
                .sorted(Comparator.comparing(UnknownOutcome::began))
                .limit(most)
                .toList();
    }

    @Override
    public synchronized IdempotencyCounts counts() {
        long done = 0;
        long unknown = 0;
        long busy = 0;
        for (Entry entry : entries.values()) {
            if (entry.state() == State.DONE) {
                done += isOver(entry) ? 0 : 1;
            } else if (isUnknown(entry)) {
                unknown++;
            } else {
                busy++;
            }
        }
        return new IdempotencyCounts(busy, done, unknown);
    }

    private long end(Duration length) {
        return time.nanoTime() + length.toNanos();
    }

    private boolean isOver(Entry entry) {
        return time.nanoTime() - entry.until() >= 0;
    }

    private boolean isUnknown(Entry entry) {
        return entry.state() == State.UNKNOWN || (entry.state() == State.BUSY && isOver(entry));
    }

    private @Nullable Entry held(String key, String holder) {
        Entry known = entries.get(key);
        boolean held = known != null
                && known.state() != State.DONE
                && known.call().holder().equals(holder);
        return held ? known : null;
    }

    private void put(Entry entry) {
        remove(entry.call().key());
        entries.put(entry.call().key(), entry);
        characters += entry.size();
    }

    private void remove(String key) {
        Entry gone = entries.remove(key);
        characters -= gone == null ? 0 : gone.size();
    }

    /** What is being made, and what nobody knows about, must not be forgotten. */
    private void makeRoom() {
        if (entries.size() >= capacity && !forgetOne()) {
            throw new AgentKitException(
                    ErrorKind.STORE,
                    "All %d places for tool calls are taken by calls that are being made or whose outcome is unknown"
                            .formatted(capacity));
        }
    }

    /** A call that was made stays known: to forget it for want of room would have it made a second time. */
    private void shrink() {
        if (characters > MOST_CHARACTERS) {
            for (Map.Entry<String, Entry> each : entries.entrySet()) {
                Entry entry = each.getValue();
                characters -= entry.size();
                each.setValue(new Entry(entry.call(), entry.state(), entry.began(), entry.until(), null));
                if (characters <= MOST_CHARACTERS) {
                    return;
                }
            }
        }
    }

    private boolean forgetOne() {
        for (Entry entry : entries.values()) {
            if (entry.state() == State.DONE) {
                remove(entry.call().key());
                return true;
            }
        }
        return false;
    }
}
