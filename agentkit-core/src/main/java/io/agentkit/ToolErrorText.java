package io.agentkit;

import io.agentkit.tool.ToolRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a model reads of a tool's failure. A bridge knows, since its framework decides. Thread-safe.
 */
@FunctionalInterface
public interface ToolErrorText {

    /** The exception's own message. */
    ToolErrorText MESSAGE = (call, failure) -> failure.getMessage();

    /** The text, secrets and all; null when the model is told nothing, since the failure ends the turn or has no text. */
    @Nullable
    String of(Call<ToolRequest> call, Throwable failure);
}
