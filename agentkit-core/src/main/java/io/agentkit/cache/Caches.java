package io.agentkit.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The caches of an application's chains, with what they are good for. Thread-safe.
 */
public final class Caches {

    private final List<CacheFigures> all = new CopyOnWriteArrayList<>();

    /** Each in the order in which the chains were made. */
    public List<CacheFigures> all() {
        return List.copyOf(all);
    }

    /** Adds one. */
    public void add(CacheFigures figures) {
        all.add(figures);
    }
}
