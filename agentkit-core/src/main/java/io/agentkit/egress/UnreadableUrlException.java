package io.agentkit.egress;

/** A text is no URL, or no host, that everybody reads alike. Has no stack: it is caught where the reading began. */
final class UnreadableUrlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final EgressRule rule;

    private UnreadableUrlException(EgressRule rule, String reason) {
        super(reason, null, false, false);
        this.rule = rule;
    }

    static UnreadableUrlException malformed(String reason) {
        return new UnreadableUrlException(EgressRule.MALFORMED, reason);
    }

    static UnreadableUrlException ambiguous(String reason) {
        return new UnreadableUrlException(EgressRule.AMBIGUOUS, reason);
    }

    static UnreadableUrlException userInfo() {
        return new UnreadableUrlException(EgressRule.USER_INFO, "user information stands in front of its host");
    }

    static UnreadableUrlException port(String reason) {
        return new UnreadableUrlException(EgressRule.PORT, reason);
    }

    EgressDecision.Refused refusal() {
        return EgressDecision.refused(rule, String.valueOf(getMessage()));
    }
}
