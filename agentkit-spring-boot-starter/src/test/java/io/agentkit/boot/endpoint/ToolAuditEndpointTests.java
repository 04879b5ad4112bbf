package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Run;
import io.agentkit.safety.AuditSpec;
import io.agentkit.store.AuditDecision;
import io.agentkit.store.AuditStore;
import io.agentkit.store.InMemoryAuditStore;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

class ToolAuditEndpointTests {

    private final ChainHarness harness = ChainHarness.create();

    private final AuditStore store = new InMemoryAuditStore();

    private final ToolAuditEndpoint endpoint = new ToolAuditEndpoint(store, Show.NEVER);

    @BeforeEach
    void callATool() {
        harness.addTool("audit", new AuditSpec(true, null).toolMiddleware(harness.resources(store)));
        harness.tool.result("[]");
        try (Run run = Run.open(harness.environment(), r -> r.id("run-1").tenant("acme"))) {
            assertThat(run.depth()).isZero();
            harness.toolHandler()
                    .call(ToolRequest.of(new ToolFacts("find", ToolSafety.READ_ONLY), "call_1", "k", "{\"q\":1}"));
        }
    }

    private ToolAuditEndpoint.AuditDescriptor all() {
        return endpoint.records(null, null, null, null, null, null, null, null);
    }

    @Test
    void showsRecordsAsDocumented() {
        assertThat(Documented.json(all())).isEqualTo(Documented.example("toolaudit"));
    }

    @Test
    void showsOneRecord() {
        String id = all().records().get(0).id();

        assertThat(endpoint.record(id)).isEqualTo(all().records().get(0));
        assertThat(endpoint.record("other")).isNull();
    }

    @Test
    void filters() {
        assertThat(endpoint.records("other", null, null, null, null, null, null, null)
                        .records())
                .isEmpty();
        assertThat(endpoint.records(null, null, null, AuditDecision.EXECUTED, null, null, null, null)
                        .records())
                .hasSize(1);
        assertThat(endpoint.records(null, null, "other", null, null, null, null, null)
                        .records())
                .isEmpty();
    }

    @Test
    void refusesAPageThatIsTooLarge() {
        assertThatThrownBy(() -> endpoint.records(null, null, null, null, null, null, null, 501))
                .hasMessageContaining("'size' must be from 1 to 500 (was 501)");
    }

    @Test
    void hidesArgumentsUnlessTheyAreToBeShown() {
        assertThat(all().records().get(0).arguments()).isNull();
        assertThat(web(Show.NEVER)).isNull();
        assertThat(web(Show.WHEN_AUTHORIZED)).isNull();
        assertThat(web(Show.ALWAYS)).isEqualTo("{\"q\":1}");
    }

    private String web(Show show) {
        return new ToolAuditEndpointWebExtension(endpoint, show, Set.of())
                .records(SecurityContext.NONE, null, null, null, null, null, null, null, null)
                .records()
                .get(0)
                .arguments();
    }
}
