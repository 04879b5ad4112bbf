package io.agentkit;

import java.util.ArrayList;
import java.util.List;
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

    private final boolean possible;

    private volatile @Nullable Reason reason;

    private List<Runnable> actions = List.of();

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
        child.parentRegistration = onCancel(() -> {
            Reason cause = reason;
            child.cancel(cause == null ? Reason.CONSUMER : cause);
        });
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
        return reason != null;
    }

    /** Who gave up; null while nobody did. */
    public @Nullable Reason reason() {
        return reason;
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
        List<Runnable> toRun;
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = why;
            toRun = actions;
            actions = List.of();
        }
        for (Runnable action : toRun) {
            run(action);
        }
        detach();
    }

    /** One upstream that cannot be let go of must not keep the others. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failure) {
            log.warn("An action on cancellation failed; the others run all the same", failure);
        }
    }

    /** Actions that wait for a cancellation. */
    synchronized int registrations() {
        return actions.size();
    }

    /** Runs the action once it is cancelled: at once when it is already. The action must be short and must not throw. */
    public Registration onCancel(Runnable action) {
        if (!possible) {
            return NOTHING;
        }
        synchronized (this) {
            if (reason == null) {
                if (actions.isEmpty()) {
                    actions = new ArrayList<>(2);
                }
                actions.add(action);
                return () -> remove(action);
            }
        }
        run(action);
        return NOTHING;
    }

    private synchronized void remove(Runnable action) {
        for (int i = actions.size() - 1; i >= 0; i--) {
            if (actions.get(i) == action) {
                actions.remove(i);
                return;
            }
        }
    }

    /** @throws CancelledException when it is cancelled */
    public void throwIfCancelled() {
        Reason why = reason;
        if (why != null) {
            throw new CancelledException(why, null);
        }
    }
}
