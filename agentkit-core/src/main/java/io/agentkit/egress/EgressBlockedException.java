package io.agentkit.egress;

import io.agentkit.BlockedException;

/**
 * An argument of a tool leads where tools may not reach; the tool was not called. The message names the argument and the rule and holds
 * nothing of what stood there, so that it can be shown to anyone.
 */
public class EgressBlockedException extends BlockedException {

    private static final long serialVersionUID = 1L;

    private final String argument;

    private final EgressRule rule;

    /**
     * @param argument the path of the argument; empty when none is to blame alone
     * @param refusal why it may not be reached
     */
    EgressBlockedException(String argument, EgressDecision.Refused refusal) {
        super(message(argument, refusal.reason()), refusal.rule().text());
        this.argument = argument;
        this.rule = refusal.rule();
    }

    private static String message(String argument, String reason) {
        return argument.isEmpty()
                ? "The tool was not called: %s.".formatted(reason)
                : "The tool was not called: it may not reach what argument '%s' says: %s.".formatted(argument, reason);
    }

    /** The path of the argument; empty when none is to blame alone. */
    public String argument() {
        return argument;
    }

    public EgressRule rule() {
        return rule;
    }
}
