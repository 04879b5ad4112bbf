package io.agentkit.safety;

import io.agentkit.BlockedException;
import io.agentkit.Call;
import io.agentkit.CancelledException;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class PolicyMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(PolicyMiddleware.class);

    private static final ToolVerdict FAILED = ToolVerdict.deny("the application's policy failed");

    private final ToolRules rules;

    private final @Nullable ToolPolicy own;

    /** @param own the application's; null when it has none */
    PolicyMiddleware(ToolRules rules, @Nullable ToolPolicy own) {
        this.rules = rules;
        this.own = own;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        ToolVerdict verdict = rules.decide(call);
        if (own != null && verdict.permission() != ToolVerdict.Permission.DENY) {
            verdict = verdict.or(asked(own, call));
        }
        return switch (verdict.permission()) {
            case ALLOW -> next.call(call);
            case ASK -> next.call(ApprovalGate.on(call, verdict.rule()));
            case DENY -> throw denied(call, verdict);
        };
    }

    /** What nobody can decide is refused. */
    private static ToolVerdict asked(ToolPolicy policy, Call<ToolRequest> call) {
        try {
            ToolVerdict verdict = policy.decide(call);
            return verdict == null ? FAILED : verdict;
        } catch (CancelledException cancelled) {
            throw cancelled;
        } catch (RuntimeException failure) {
            log.warn(
                    "The policy of the application failed on tool '{}', which was not called: {}",
                    call.request().name(),
                    failure.getClass().getName());
            return FAILED;
        }
    }

    private static BlockedException denied(Call<ToolRequest> call, ToolVerdict verdict) {
        String tool = call.request().name();
        if (call.isListening()) {
            call.emit(new ToolDenied(call.id(), call.runId(), call.chain(), tool, verdict.rule()));
        }
        return new BlockedException("Tool '%s' was not called: a policy denies it".formatted(tool), verdict.rule());
    }
}
