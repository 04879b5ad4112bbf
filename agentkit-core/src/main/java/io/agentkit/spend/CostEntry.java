package io.agentkit.spend;

/**
 * What was booked for one model in one round of tools, of one run, and is not in the lines yet: a request finds all its lines by it.
 * Guarded by the meter's lock.
 */
final class CostEntry {

    final RunCosts run;
    final String model;
    final int round;
    final CostAccount account = new CostAccount();

    CostEntry(RunCosts run, String model, int round) {
        this.run = run;
        this.model = model;
        this.round = round;
    }
}
