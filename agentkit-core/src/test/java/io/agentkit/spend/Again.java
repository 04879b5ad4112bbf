package io.agentkit.spend;

import io.agentkit.ChatMiddleware;

/** The plainest retry, for the tests of this package. */
final class Again {

    private static final int ATTEMPTS = 4;

    private Again() {}

    static ChatMiddleware onFailure() {
        return (call, next) -> {
            for (int attempt = 1; ; attempt++) {
                try {
                    return next.call(call);
                } catch (BudgetExceededException refused) {
                    throw refused;
                } catch (RuntimeException failure) {
                    if (attempt == ATTEMPTS || !call.canReinvoke()) {
                        throw failure;
                    }
                }
            }
        };
    }
}
