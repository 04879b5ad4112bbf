package io.agentkit;

/** How many actions wait for a cancellation, for the score of what calls leave behind. */
public final class WaitingActions {

    private WaitingActions() {}

    public static int of(Cancellation cancellation) {
        return cancellation.registrations();
    }
}
