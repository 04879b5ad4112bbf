package io.agentkit.coerce;

/** What is open around the place that is read. Not thread-safe. */
final class Nesting {

    int arrays;
    int objects;
    int parentheses;

    void enter(int at) {
        if (arrays + objects + parentheses >= JsonRepair.MAX_DEPTH) {
            throw new NotRepairable(RepairedJson.Reason.TOO_DEEP, at);
        }
    }
}
