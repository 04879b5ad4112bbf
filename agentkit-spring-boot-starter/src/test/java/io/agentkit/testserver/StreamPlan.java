package io.agentkit.testserver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the faults of a reply between the events of its stream. */
final class StreamPlan {

    /**
     * One thing to do: write an event, wait at a gate, or cut the connection inside the event.
     *
     * @param event what to write; ignored by a gate
     * @param gate what to wait for; null to write
     * @param cut whether to write half of the event only and close the connection
     */
    record Step(Event event, @Nullable Gate gate, boolean cut) {}

    private static final Event COMMENT = new Event(": cut\n\n", false);

    private final List<Event> events;
    private final List<Fault> faults;
    private final Protocol protocol;
    private final List<Step> steps = new ArrayList<>();

    private StreamPlan(List<Event> events, List<Fault> faults, Protocol protocol) {
        this.events = events;
        this.faults = faults;
        this.protocol = protocol;
    }

    static List<Step> of(List<Event> events, List<Fault> faults, Protocol protocol) {
        StreamPlan plan = new StreamPlan(events, faults, protocol);
        plan.lay();
        return plan.steps;
    }

    private void lay() {
        int opening = opening();
        int deltas = 0;
        boolean open = opening > 0 || faultsOpen(0, 0);
        for (int i = 0; open && i < events.size(); i++) {
            Event event = events.get(i);
            steps.add(new Step(event, null, false));
            if (event.delta()) {
                deltas++;
            }
            if (event.delta() || i + 1 == opening) {
                open = faultsOpen(deltas, i + 1);
            }
        }
    }

    /** How many events come before the first delta; a stream without deltas opens with its first event. */
    private int opening() {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).delta()) {
                return i;
            }
        }
        return Math.min(1, events.size());
    }

    /** Lays the faults that are due after so many deltas; false when one of them ends the stream. */
    private boolean faultsOpen(int deltas, int next) {
        for (Fault fault : faults) {
            if (fault.after() == deltas && !lay(fault, next < events.size() ? events.get(next) : COMMENT)) {
                return false;
            }
        }
        return true;
    }

    private boolean lay(Fault fault, Event next) {
        switch (fault.kind()) {
            case STALL:
                steps.add(new Step(next, fault.gate(), false));
                return true;
            case MALFORMED:
                steps.add(new Step(protocol.malformedEvent(), null, false));
                return true;
            case CUT:
                steps.add(new Step(next, null, true));
                return false;
            case ERROR:
                Body.Failure failure = fault.failure();
                if (failure != null) {
                    steps.add(new Step(protocol.errorEvent(failure), null, false));
                }
                return false;
            default:
                return false;
        }
    }
}
