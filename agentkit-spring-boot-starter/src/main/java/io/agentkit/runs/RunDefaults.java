package io.agentkit.runs;

import io.agentkit.Run;
import java.util.function.Consumer;

/**
 * What every outermost run starts from: those that an application opens, before it says what they are to be, and those that nobody opened.
 * Called on the thread of the call. Declare a bean of this type to take tenant and user from elsewhere. Thread-safe.
 */
@FunctionalInterface
public interface RunDefaults extends Consumer<Run.Spec> {

    /** Nothing in particular. */
    RunDefaults NONE = run -> {};
}
