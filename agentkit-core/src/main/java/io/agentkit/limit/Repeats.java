package io.agentkit.limit;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last calls of tools in a run. Thread-safe. */
final class Repeats {

    private static final int KEPT = 100;

    private final Deque<ToolSignature> last = new ArrayDeque<>();

    /** Counts a call, and tells how often it is among the last ones. */
    synchronized int add(ToolSignature call) {
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(call);
        int count = 0;
        for (ToolSignature each : last) {
            count += each.equals(call) ? 1 : 0;
        }
        return count;
    }
}
