package io.agentkit;

import io.agentkit.chat.Request;
import io.agentkit.text.CanonicalWriter;
import org.jspecify.annotations.Nullable;

/**
 * The end of a chain: sends a request to a model or a tool. Thread-safe.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
@FunctionalInterface
public interface Endpoint<Q extends Request, R> {

    /**
     * Sends once and waits for the whole reply. When the attempt {@link Attempt#isStreaming() streams}, it pushes each delta into
     * {@link Attempt#delta} as it arrives and returns {@link Attempt#assembled()}. When {@link Attempt#cancellation()} is cancelled it has
     * to let go of the upstream at once; its thread is interrupted too.
     */
    R send(Attempt<Q> attempt);

    /** The provider behind it in OpenTelemetry's words, such as {@code openai} or {@code aws.bedrock}; null when that is not known. */
    default @Nullable String provider() {
        return null;
    }

    /**
     * Writes what of it can change answers besides the request, such as the options of a model that requests without any go out with. The
     * provider by default.
     *
     * @return false when something of it is not known: equal requests may then have other answers
     */
    default boolean addSettings(CanonicalWriter out) {
        return out.value(provider());
    }

    /** Whether the client beneath makes an observation of its own for each request, so that a second one would only repeat it. */
    default boolean observesItself() {
        return false;
    }
}
