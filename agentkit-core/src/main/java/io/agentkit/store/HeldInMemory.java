package io.agentkit.store;

/** What a request holds in an {@link InMemoryBudgetStore}. Guarded by the store's lock. */
final class HeldInMemory extends BudgetHold {

    private static final long NONE = -1;

    /** The epoch in which it reserved; none before. */
    long epoch = NONE;

    /** The epoch in which it was settled; none before. */
    long settled = NONE;

    /** When that was, on the clock of the windows; not known where none ends. */
    long settledAt;

    private boolean open;

    HeldInMemory(BudgetLevels levels) {
        super(levels);
    }

    void open(long now) {
        epoch = now;
        open = true;
    }

    void requireClosed() {
        if (open) {
            throw new IllegalStateException("The hold is reserved already");
        }
    }

    void close(long now, long moment) {
        if (!open) {
            throw new IllegalStateException("The hold is not reserved");
        }
        settled = now;
        settledAt = moment;
        open = false;
    }
}
