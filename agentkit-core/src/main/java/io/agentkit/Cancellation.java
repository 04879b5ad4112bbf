package io.agentkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that nobody waits for a call any more. Thread-safe; once cancelled it stays so.
 */
public final class Cancellation {

    private static final Logger log = LoggerFactory.getLogger(Cancellation.class);

    /** Who gave up. */
    public enum Reason {
        CONSUMER("the consumer went away"),
        DEADLINE("its deadline passed"),
        TIMEOUT("a time limit passed"),
        LOST("another request won"),
        SIBLING("another call ended the turn"),
        INTERRUPTED("its thread was interrupted"),
        SHUTDOWN("the application is stopping");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Undoes an {@link #onCancel}. */
    @FunctionalInterface
    public interface Registration {

        void remove();
    }

    /** Is never cancelled. */
    public static final Cancellation NEVER = new Cancellation(false);

    private static final Registration NOTHING = () -> {};

    private static final AtomicReferenceFieldUpdater<Cancellation, @Nullable Object> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Cancellation.class, Object.class, "state");

    /** Two actions and more, the last first. */
    private record Waiting(Runnable action, Object before) {}

    private final boolean possible;

    /** Null while nothing waits, a {@link Runnable}, the last {@link Waiting} of several, or the {@link Reason}. */
    private volatile @Nullable Object state;

    private volatile Registration parentRegistration = NOTHING;

    private Cancellation(boolean possible) {
        this.possible = possible;
    }

    public static Cancellation create() {
        return new Cancellation(true);
    }

    /**
     * One that ends with this one, and can be cancelled alone. {@link #detach()} it when its work is done without a cancellation, or it stays
     * with its parent.
     */
    public Cancellation child() {
        Cancellation child = create();
        if (possible) {
            child.parentRegistration = onCancel(() -> {
                Reason cause = reason();
                child.cancel(cause == null ? Reason.CONSUMER : cause);
            });
        }
        return child;
    }

    /** Lets the parent forget this child. */
    public void detach() {
        parentRegistration.remove();
    }

    /** Whether it can ever be cancelled. */
    public boolean isPossible() {
        return possible;
    }

    public boolean isCancelled() {
        return state instanceof Reason;
    }

    /** Who gave up; null while nobody did. */
    public @Nullable Reason reason() {
        return state instanceof Reason why ? why : null;
    }

    /**
     * Cancels, and runs what was registered, on this thread. Without effect when it is cancelled already.
     *
     * @throws IllegalStateException on {@link #NEVER}
     */
    public void cancel(Reason why) {
        if (!possible) {
            throw new IllegalStateException("This cancellation can never happen");
        }
        Object waiting;
        do {
            waiting = state;
            if (waiting instanceof Reason) {
                return;
            }
        } while (!STATE.compareAndSet(this, waiting, why));
        for (Runnable action : inOrder(waiting)) {
            run(action);
        }
        detach();
    }

    /** One upstream that cannot be let go of must not keep the others. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failure) {
            log.warn("An action on cancellation failed; the others run all the same", ErrorTrace.of(failure));
        }
    }

    private static List<Runnable> inOrder(@Nullable Object waiting) {
        List<Runnable> actions = new ArrayList<>(2);
        Object rest = waiting;
        for (; rest instanceof Waiting several; rest = several.before()) {
            actions.add(several.action());
        }
        if (rest instanceof Runnable first) {
            actions.add(first);
        }
        Collections.reverse(actions);
        return actions;
    }

    /** Actions that wait for a cancellation. */
    int registrations() {
        return inOrder(state).size();
    }

    /** Runs the action once it is cancelled: at once when it is already. The action must be short and must not throw. */
    public Registration onCancel(Runnable action) {
        return add(action) ? () -> remove(action) : NOTHING;
    }

    /** As {@link #onCancel}; {@link #remove} takes it back. Whether it waits. */
    boolean add(Runnable action) {
        if (!possible) {
            return false;
        }
        while (true) {
            Object known = state;
            if (known instanceof Reason) {
                run(action);
                return false;
            }
            if (STATE.compareAndSet(this, known, known == null ? action : new Waiting(action, known))) {
                return true;
            }
        }
    }

    /** Takes an action back; without effect when it ran, or was never added. */
    void remove(Runnable action) {
        while (true) {
            Object known = state;
            Object less = without(known, action);
            if (less == known || STATE.compareAndSet(this, known, less)) {
                return;
            }
        }
    }

    /** The last of several is the one that is taken back most. */
    private static @Nullable Object without(@Nullable Object waiting, Runnable action) {
        if (waiting == action) {
            return null;
        }
        if (waiting instanceof Waiting several && several.action() == action) {
            return several.before();
        }
        List<Runnable> actions = inOrder(waiting);
        int found = actions.size() - 1;
        while (found >= 0 && actions.get(found) != action) {
            found--;
        }
        if (found < 0) {
            return waiting;
        }
        actions.remove(found);
        Object rest = null;
        for (Runnable each : actions) {
            rest = rest == null ? each : new Waiting(each, rest);
        }
        return rest;
    }

    /** @throws CancelledException when it is cancelled */
    public void throwIfCancelled() {
        Reason why = reason();
        if (why != null) {
            throw new CancelledException(why, null);
        }
    }
}
