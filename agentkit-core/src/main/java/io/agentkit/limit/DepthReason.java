package io.agentkit.limit;

/**
 * What went too far.
 */
public enum DepthReason {
    /** Agents are nested too deeply. */
    DEPTH("agents may be nested %d deep ('max-depth')"),
    /** An agent works inside itself. */
    CYCLE("an agent may not work inside itself ('cycles')"),
    /** Too many agents were started in one run. */
    SPAWNS("a run may start %d agents ('max-spawns')"),
    /** A tool was called with the same arguments again and again. */
    REPEATS("a tool may be called %d times with the same arguments ('max-repeats')"),
    /** Too many replies in a row asked for tools. */
    ROUNDS("a model may ask for tools %d times in a row ('max-rounds')"),
    /** One reply asked for too many calls of tools. */
    CALLS_PER_REPLY("a reply may ask for %d calls of tools ('max-calls-per-reply')");

    private final String rule;

    DepthReason(String rule) {
        this.rule = rule;
    }

    String message(int most) {
        return "The call went too far: " + rule.formatted(most);
    }
}
