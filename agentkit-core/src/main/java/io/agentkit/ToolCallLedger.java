package io.agentkit;

import io.agentkit.chat.ToolCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls that models asked for in a run. Frameworks do not tell a tool which call it answers, so the bridge writes down here what a
 * model asked for and the tool's wrapper takes the first entry that fits. Thread-safe, bounded.
 */
public final class ToolCallLedger {

    /** Calls that nobody ever makes (an application that ignores them) must not pile up. */
    private static final int MOST = 1_000;

    /** How many calls that were made are remembered, to know them again when a framework replays a round. */
    private static final int REMEMBERED = 100;

    /**
     * A tool call and its place in the run.
     *
     * @param round number of the model's reply in the run, from 1
     * @param index place in the reply, from 0
     * @param call what the model asked for
     * @param chain the pair of chains of the model that asked; null when no model asked
     */
    public record Entry(
            int round, int index, ToolCall call, @Nullable String chain) {

        /** What makes this the same call when it is replayed, within its run: identifiers alone can be blank or repeat. */
        public String key() {
            return round + ":" + index + ":" + call.id() + ":" + call.name();
        }
    }

    /** A call that was made, with the arguments that it was made with. */
    private record Taken(Entry entry, String arguments) {}

    private final Deque<Entry> open = new ArrayDeque<>();

    private final Deque<Taken> taken = new ArrayDeque<>();

    private int rounds;

    ToolCallLedger() {}

    synchronized int rounds() {
        return rounds;
    }

    /** As {@link #emitted(List, String)}, of a model whose chain nobody knows. */
    public void emitted(List<ToolCall> calls) {
        emitted(calls, null);
    }

    /**
     * Notes what one reply asks for.
     *
     * @param chain the pair of chains of the model
     */
    public synchronized void emitted(List<ToolCall> calls, @Nullable String chain) {
        rounds++;
        for (int i = 0; i < calls.size(); i++) {
            if (open.size() == MOST) {
                open.removeFirst();
            }
            open.addLast(new Entry(rounds, i, calls.get(i), chain));
        }
    }

    /** As {@link #emitted(List, String)}, unless these very calls were noted already: for places where a round may pass twice. */
    public synchronized void emittedOnce(List<ToolCall> calls) {
        for (ToolCall call : calls) {
            if (isKnown(call)) {
                return;
            }
        }
        emitted(calls, null);
    }

    private boolean isKnown(ToolCall call) {
        return open.stream().anyMatch(entry -> entry.call().equals(call))
                || taken.stream().anyMatch(made -> made.entry().call().equals(call));
    }

    /**
     * Takes the first call of this tool with these arguments; failing that, the last one that was made with them, which is being replayed
     * then; failing that, the first of this tool, since a framework may rewrite arguments; failing that, makes one up with an empty identifier.
     */
    public synchronized Entry take(String name, String arguments) {
        Entry entry = findOpen(name, arguments);
        if (entry == null) {
            for (Taken made : taken) {
                if (isFor(made.entry(), name) && isEqual(made.arguments(), arguments)) {
                    return made.entry();
                }
            }
            entry = findOpen(name, null);
        }
        if (entry == null) {
            rounds++;
            return new Entry(rounds, 0, new ToolCall("", name, arguments), null);
        }
        return taken(entry, arguments);
    }

    /**
     * As {@link #take(String, String)}, where the identifier of the call is known.
     *
     * @param id the model's identifier of the call; may be empty
     */
    public synchronized Entry take(String id, String name, String arguments) {
        for (Entry entry : open) {
            if (entry.call().id().equals(id)
                    && isFor(entry, name)
                    && isEqual(entry.call().arguments(), arguments)) {
                return taken(entry, arguments);
            }
        }
        for (Taken made : taken) {
            if (made.entry().call().id().equals(id)
                    && isFor(made.entry(), name)
                    && isEqual(made.arguments(), arguments)) {
                return made.entry();
            }
        }
        return take(name, arguments);
    }

    private Entry taken(Entry entry, String arguments) {
        open.remove(entry);
        if (taken.size() == REMEMBERED) {
            taken.removeLast();
        }
        taken.addFirst(new Taken(entry, arguments));
        return entry;
    }

    private @Nullable Entry findOpen(String name, @Nullable String arguments) {
        for (Entry entry : open) {
            if (isFor(entry, name) && (arguments == null || isEqual(entry.call().arguments(), arguments))) {
                return entry;
            }
        }
        return null;
    }

    private static boolean isFor(Entry entry, String name) {
        return entry.call().name().equals(name);
    }

    private static boolean isEqual(String one, String other) {
        return filled(one).equals(filled(other));
    }

    /** Frameworks write out arguments that a model left empty. */
    private static String filled(String arguments) {
        return arguments.isBlank() ? "{}" : arguments;
    }
}
