package io.agentkit.testserver;

import java.util.ArrayList;
import java.util.List;

/**
 * One server-sent event as written.
 *
 * @param text the whole frame with its closing empty line
 * @param delta whether it brings content, and so counts for {@code …After(n)}
 */
record Event(String text, boolean delta) {

    static Event data(String json, boolean delta) {
        return new Event("data: " + json + "\n\n", delta);
    }

    static Event named(String name, String json, boolean delta) {
        return new Event("event: " + name + "\ndata: " + json + "\n\n", delta);
    }

    /** Splits a recorded stream at its empty lines; every event counts as a delta. */
    static List<Event> recorded(String body) {
        List<Event> events = new ArrayList<>();
        for (String frame : body.replace("\r\n", "\n").split("\n\n+", -1)) {
            if (!frame.isBlank()) {
                events.add(new Event(frame.strip() + "\n\n", true));
            }
        }
        return events;
    }
}
