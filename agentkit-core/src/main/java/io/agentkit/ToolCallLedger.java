package io.agentkit;

import io.agentkit.chat.ToolCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The tool calls that models asked for in a run and that were not made yet. Frameworks do not tell a tool which call it answers, so the
 * bridge writes down here what a model asked for and the tool's wrapper takes the first entry that fits. Thread-safe, bounded.
 */
public final class ToolCallLedger {

    /** Calls that nobody ever makes (an application that ignores them) must not pile up. */
    private static final int MOST = 1_000;

    /**
     * A tool call and its place in the run.
     *
     * @param round number of the model's reply in the run, from 1
     * @param index place in the reply, from 0
     * @param call what the model asked for
     */
    public record Entry(int round, int index, ToolCall call) {

        /** What makes this the same call when it is replayed, within its run: identifiers alone can be blank or repeat. */
        public String key() {
            return round + ":" + index + ":" + call.id() + ":" + call.name();
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();

    private int rounds;

    ToolCallLedger() {}

    /** Notes what one reply asks for. */
    public synchronized void emitted(List<ToolCall> calls) {
        rounds++;
        for (int i = 0; i < calls.size(); i++) {
            if (entries.size() == MOST) {
                entries.removeFirst();
            }
            entries.addLast(new Entry(rounds, i, calls.get(i)));
        }
    }

    /**
     * Takes the first call of this tool with these arguments; failing that, the first of this tool, since a framework may rewrite
     * arguments; failing that, makes one up with an empty identifier.
     */
    public synchronized Entry take(String name, String arguments) {
        Entry sameName = null;
        for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (entry.call().name().equals(name)) {
                if (entry.call().arguments().equals(arguments)) {
                    all.remove();
                    return entry;
                }
                sameName = sameName == null ? entry : sameName;
            }
        }
        if (sameName != null) {
            entries.remove(sameName);
            return sameName;
        }
        rounds++;
        return new Entry(rounds, 0, new ToolCall("", name, arguments));
    }
}
