package io.agentkit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tool call that code works for: what a tool, and the clients that it uses, may want to know of the call they are part of. Travels with
 * the run, over threads and through Reactor too, and never to the other side of a protocol by itself. Immutable.
 *
 * <pre>{@code
 * ToolCallContext call = ToolCallContext.current();
 * String key = call == null ? null : call.idempotencyKey();
 * }</pre>
 *
 * @param tool the tool
 * @param callId the model's identifier of the call; empty when it gave none or no model asked
 * @param request counts the requests of the call, from 1: above 1 the tool was called before
 * @param idempotencyKey the same whenever this same call is made, in a retry, after a restart and in another process, and unlike that of
 *     any other call; says nothing about run or arguments. Null unless a middleware such as {@code idempotent} gave one.
 */
public record ToolCallContext(
        String tool, String callId, int request, @Nullable String idempotencyKey) {

    /** For middlewares: the key of the call, for the tool to see. */
    public static final Attribute<String> IDEMPOTENCY_KEY = Attribute.of("idempotency-key", String.class);

    public ToolCallContext {
        Objects.requireNonNull(tool, "'tool' must not be null");
        Objects.requireNonNull(callId, "'callId' must not be null");
    }

    /** The call that this thread works for; null outside a tool, and for what an agent inside a tool asks of its models. */
    public static @Nullable ToolCallContext current() {
        return of(RunFrame.current());
    }

    /** The same for a frame that was carried elsewhere, such as in Reactor's context. */
    public static @Nullable ToolCallContext of(@Nullable RunFrame frame) {
        return frame == null ? null : frame.toolCall();
    }

    /** Whether this thread works, directly or by way of agents and tools, for a call with this key. */
    public static boolean isWithin(String idempotencyKey) {
        for (RunFrame frame = RunFrame.current(); frame != null; frame = frame.before()) {
            ToolCallContext tool = frame.toolCall();
            if (tool != null && idempotencyKey.equals(tool.idempotencyKey())) {
                return true;
            }
        }
        return false;
    }
}
