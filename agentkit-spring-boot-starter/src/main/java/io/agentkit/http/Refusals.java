package io.agentkit.http;

import io.agentkit.BlockedException;
import io.agentkit.ToolCallContext;
import io.agentkit.egress.EgressDecision;
import io.agentkit.egress.EgressRule;
import io.agentkit.egress.Guardrail;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.FilteredHostException;

/** Says with one kind of error that something may not be reached. */
final class Refusals {

    private static final EgressDecision.Refused FAILED =
            EgressDecision.refused(EgressRule.DENIED, "the guardrail failed to judge it");

    private static final EgressDecision.Refused UNREADABLE =
            EgressDecision.refused(EgressRule.MALFORMED, "the URL of a redirect cannot be read");

    private final Guardrail guardrail;

    Refusals(Guardrail guardrail) {
        this.guardrail = guardrail;
    }

    /**
     * @param call of the tool that asks; null outside a tool
     * @throws BlockedException when it may not be reached
     */
    void check(URI url, @Nullable ToolCallContext call) {
        throwIfRefused(decide(url, call));
    }

    /**
     * The URL that a redirect leads to.
     *
     * @throws BlockedException when it may not be reached, or cannot be read
     */
    void checkHop(URI from, String location, @Nullable ToolCallContext call) {
        throwIfRefused(decideHop(from, location, call));
    }

    boolean allowHop(URI from, String location, @Nullable ToolCallContext call) {
        return decideHop(from, location, call).isAllowed();
    }

    private EgressDecision decideHop(URI from, String location, @Nullable ToolCallContext call) {
        URI hop;
        try {
            hop = from.resolve(location);
        } catch (IllegalArgumentException unreadable) {
            return UNREADABLE;
        }
        return decide(hop, call);
    }

    /** What nobody can decide is refused, without the words of whoever failed: they may quote the URL. */
    private EgressDecision decide(URI url, @Nullable ToolCallContext call) {
        try {
            EgressDecision decision = (call == null ? guardrail : guardrail.forTool(call.tool())).checkUrl(url);
            return decision == null ? FAILED : decision;
        } catch (RuntimeException failure) {
            return FAILED;
        }
    }

    private static void throwIfRefused(EgressDecision decision) {
        if (decision instanceof EgressDecision.Refused refused) {
            throw new BlockedException(
                    "The address may not be reached: " + refused.reason(),
                    "egress: " + refused.rule().text());
        }
    }

    /** What Boot's filter of addresses throws becomes ours; anything else stays. */
    RuntimeException translated(RuntimeException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof FilteredHostException) {
                return new BlockedException(
                        "The address may not be reached: none of the addresses of its host may",
                        "egress: addresses",
                        failure);
            }
        }
        return failure;
    }
}
