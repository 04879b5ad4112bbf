package io.agentkit.springai;

import org.jspecify.annotations.Nullable;

/**
 * The means to close the connection that a request waits on. A client that is blocked in a read notices neither an interrupt nor, for as
 * long as its own time limit, that its stream is closed; only who made the connection can end it. Thread-safe.
 */
final class Connection implements Runnable {

    private static final ThreadLocal<@Nullable Connection> CALLING = new ThreadLocal<>();

    private static final ThreadLocal<@Nullable Runnable> READING = new ThreadLocal<>();

    private @Nullable Runnable closing;

    private boolean cancelled;

    /** Makes this the connection of the request that this thread is about to make and wait for. */
    void enter() {
        CALLING.set(this);
    }

    static void leave() {
        CALLING.remove();
    }

    /** For HTTP clients: a request was opened, on the thread that makes it. */
    static void opened(Runnable closing) {
        Connection waiting = CALLING.get();
        if (waiting != null) {
            waiting.closeWith(closing);
        }
    }

    /** For HTTP clients: this thread has read from a connection, and passes on what it read; null at its end. */
    static void read(@Nullable Runnable closing) {
        if (closing == null) {
            READING.remove();
        } else {
            READING.set(closing);
        }
    }

    /** Notes the connection that what arrives on this thread was just read from, if a client told. */
    void arrived() {
        Runnable reading = READING.get();
        if (reading != null) {
            // Taken away, so that nothing that is made of the same thread's later work is mistaken for it.
            READING.remove();
            closeWith(reading);
        }
    }

    private void closeWith(Runnable means) {
        synchronized (this) {
            closing = means;
            if (!cancelled) {
                return;
            }
        }
        means.run();
    }

    /** Closes the connection, now or as soon as it is known. */
    @Override
    public void run() {
        Runnable means;
        synchronized (this) {
            cancelled = true;
            means = closing;
        }
        if (means != null) {
            means.run();
        }
    }
}
