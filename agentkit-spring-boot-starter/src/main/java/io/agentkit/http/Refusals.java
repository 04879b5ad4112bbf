package io.agentkit.http;

import io.agentkit.BlockedException;
import io.agentkit.egress.EgressDecision;
import io.agentkit.egress.Guardrail;
import java.net.URI;
import org.springframework.boot.http.client.FilteredHostException;

/** Says with one kind of error that something may not be reached. */
final class Refusals {

    private final Guardrail guardrail;

    Refusals(Guardrail guardrail) {
        this.guardrail = guardrail;
    }

    /** @throws BlockedException when it may not be reached */
    void check(URI url) {
        if (guardrail.checkUrl(url) instanceof EgressDecision.Refused refused) {
            throw new BlockedException(
                    "The address may not be reached: " + refused.reason(),
                    "egress: " + refused.rule().text());
        }
    }

    boolean allow(URI url) {
        return guardrail.checkUrl(url).isAllowed();
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
