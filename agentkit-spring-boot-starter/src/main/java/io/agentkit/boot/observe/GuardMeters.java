package io.agentkit.boot.observe;

import io.agentkit.Event;
import io.agentkit.audit.AuditFailed;
import io.agentkit.detect.Finding;
import io.agentkit.observe.BoundedNames;
import io.agentkit.safety.ApprovalDecided;
import io.agentkit.safety.ContentFlagged;
import io.agentkit.safety.ResultFlagged;
import io.agentkit.safety.ToolDenied;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** The meters of what guards conversations and tools, which are rare enough to be looked up each time. Thread-safe. */
final class GuardMeters {

    private final BoundedNames tools = new BoundedNames(BoundedNames.DEFAULT_LIMIT);
    private final MeterRegistry registry;

    GuardMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void on(Event event) {
        if (event instanceof ToolDenied denied) {
            count(AgentkitMeter.POLICY_DENIALS, denied.chain(), tools.of(denied.tool()));
        } else if (event instanceof ApprovalDecided decided) {
            String how = decided.state().name().toLowerCase(Locale.ROOT);
            count(AgentkitMeter.APPROVALS, decided.chain(), tools.of(decided.tool()), how);
        } else if (event instanceof AuditFailed failed) {
            count(AgentkitMeter.AUDIT_FAILURES, tools.of(failed.tool()), failed.beforeTool() ? "started" : "outcome");
        } else if (event instanceof ContentFlagged flagged) {
            String action = flagged.action().name().toLowerCase(Locale.ROOT);
            found(flagged.chain(), flagged.finding(), action);
        } else if (event instanceof ResultFlagged flagged) {
            flagged.findings()
                    .forEach(finding -> found(flagged.chain(), finding, flagged.blocked() ? "block" : "flag"));
        }
    }

    private void found(String chain, Finding finding, String action) {
        count(AgentkitMeter.SECURITY_FINDINGS, chain, finding.category().text(), action);
    }

    private void count(AgentkitMeter meter, String... tags) {
        BudgetMeters.counter(registry, meter, tags).increment();
    }
}
