package io.agentkit;

/** Placeholder until the readers exist. */
final class StandardErrorClassifier implements ErrorClassifier {

    static final StandardErrorClassifier INSTANCE = new StandardErrorClassifier();

    @Override
    public Failure classify(Throwable error) {
        return error instanceof AgentKitException ours ? ours.failure() : Failure.of(ErrorKind.UNKNOWN);
    }
}
