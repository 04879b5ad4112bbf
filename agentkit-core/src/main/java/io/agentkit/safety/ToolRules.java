package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.Scope;
import io.agentkit.tool.ToolRequest;
import java.util.List;

/** The settings of a policy: what denies comes first, then what asks, then what allows. Without rules that allow, the rest is allowed. */
record ToolRules(List<ToolRule> deny, List<ToolRule> ask, List<ToolRule> allow) implements ToolPolicy {

    private static final ToolVerdict NOT_ALLOWED = ToolVerdict.deny("allow");

    @Override
    public ToolVerdict decide(Call<ToolRequest> call) {
        return decide(call.request().name(), call.scope());
    }

    ToolVerdict decide(String tool, Scope scope) {
        ToolRule denied = ToolRule.first(deny, tool, scope);
        if (denied != null) {
            return ToolVerdict.deny("deny: " + denied);
        }
        ToolRule asked = ToolRule.first(ask, tool, scope);
        if (asked != null) {
            return ToolVerdict.ask("require-approval: " + asked);
        }
        return allow.isEmpty() || ToolRule.first(allow, tool, scope) != null ? ToolVerdict.allow() : NOT_ALLOWED;
    }
}
