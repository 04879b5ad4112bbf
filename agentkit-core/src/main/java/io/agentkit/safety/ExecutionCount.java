package io.agentkit.safety;

import io.agentkit.Attempt;
import io.agentkit.RequestHook;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often the tool of one call was really called, wherever in the chain the attempts are made. */
final class ExecutionCount implements RequestHook {

    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void sending(Attempt<?> attempt) {
        count.incrementAndGet();
    }

    int value() {
        return count.get();
    }
}
