package io.agentkit.safety;

import io.agentkit.Attempt;
import io.agentkit.Attribute;
import io.agentkit.BlockedException;
import io.agentkit.Call;
import io.agentkit.RequestHook;
import io.agentkit.tool.ToolRequest;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the tool itself and lets through what was approved, with the arguments that were: whatever the order of the chain is, and
 * whatever a middleware further inside makes of the arguments.
 */
final class ApprovalGate implements RequestHook {

    private record Grant(ToolRequest request, String fingerprint) {}

    private static final ApprovalGate INSTANCE = new ApprovalGate();

    /** Why a call needs approval. */
    private static final Attribute<String> RULE = Attribute.of("approval required", String.class);

    /** What was approved of a call, so that another attempt at it needs no second approval. */
    private static final Attribute<Grant> GRANT = Attribute.of("approval granted", Grant.class);

    private ApprovalGate() {}

    /** The call with the gate in its way. */
    static Call<ToolRequest> on(Call<ToolRequest> call, String rule) {
        return call.with(RULE, rule).withHook(INSTANCE);
    }

    /** Why the call needs approval; null when nothing outside says that it does. */
    static @Nullable String rule(Call<ToolRequest> call) {
        return call.attribute(RULE);
    }

    static void open(Call<ToolRequest> call, String fingerprint) {
        call.meta().put(GRANT, new Grant(call.request(), fingerprint));
    }

    static boolean isOpenFor(Call<?> call, ToolRequest request) {
        Grant grant = call.meta().get(GRANT);
        return grant != null
                && (grant.request() == request || grant.fingerprint().equals(CallFingerprint.of(call, request)));
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        if (!(attempt.request() instanceof ToolRequest request) || isOpenFor(call, request)) {
            return;
        }
        boolean asked = call.meta().get(GRANT) != null;
        throw new BlockedException(
                "Tool '%s' was not called: %s"
                        .formatted(
                                request.name(),
                                asked ? "its arguments are not those that were approved" : "it needs an approval"),
                asked
                        ? "a middleware inside 'approval' changed the arguments"
                        : "no 'approval' stands inside 'policy' in chain '%s'".formatted(call.chain()));
    }
}
