package io.agentkit.score;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Objects that nobody may hold any more once their calls are over. Thread-safe. */
final class Traces {

    private final Queue<WeakReference<Object>> traces = new ConcurrentLinkedQueue<>();

    void add(Object object) {
        traces.add(new WeakReference<>(object));
    }

    /** What is still held although it should not be, by type, after a collection; forgets all. */
    Map<String, Integer> held() {
        Map<String, Integer> held = new TreeMap<>();
        for (WeakReference<Object> each = traces.poll(); each != null; each = traces.poll()) {
            Object object = each.get();
            if (object != null) {
                held.merge(object.getClass().getSimpleName(), 1, Integer::sum);
            }
        }
        return held;
    }
}
