package io.agentkit.audit;

import io.agentkit.lock.BriefLock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Has one thread do for all who came meanwhile what each of them would have to do by itself. Whoever comes while it is done takes part in the
 * next time; all are woken at once, and each is woken once. Thread-safe; interrupts have no effect.
 */
final class GroupCommit {

    private final Runnable work;
    private final BriefLock lock = new BriefLock();

    // Guarded by the lock.
    private CompletableFuture<@Nullable Void> last = CompletableFuture.completedFuture(null);
    private @Nullable CompletableFuture<@Nullable Void> gathering;

    GroupCommit(Runnable work) {
        this.work = work;
    }

    /** Returns once the work was begun after this was called, and is over. */
    void join() {
        CompletableFuture<@Nullable Void> before;
        CompletableFuture<@Nullable Void> mine;
        boolean leads;
        lock.lock();
        try {
            before = last;
            leads = gathering == null;
            if (gathering == null) {
                gathering = new CompletableFuture<>();
                last = gathering;
            }
            mine = gathering;
        } finally {
            lock.unlock();
        }
        if (leads) {
            before.join();
            lead(mine);
        } else {
            mine.join();
        }
    }

    private void lead(CompletableFuture<@Nullable Void> group) {
        lock.lock();
        gathering = null;
        lock.unlock();
        try {
            work.run();
        } finally {
            group.complete(null);
        }
    }
}
