package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Run;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditSpec;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.AuditVerification;
import io.agentkit.audit.AuditVerification.ChainState;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

class ToolAuditEndpointTests {

    private final ChainHarness harness = ChainHarness.create();

    private final AuditStore store = Mockito.spy(new InMemoryAuditStore());

    private final ToolAuditEndpoint endpoint = new ToolAuditEndpoint(store, harness.time, Show.NEVER);

    @BeforeEach
    void callATool() {
        harness.addTool("audit", AuditSpec.defaults().keeping(true, true).toolMiddleware(harness.resources(store)));
        harness.tool.result("[]");
        call("find", ToolSafety.SIDE_EFFECT);
    }

    private void call(String tool, ToolSafety safety) {
        try (Run run = Run.open(harness.environment(), r -> r.id("run-1").tenant("acme"))) {
            assertThat(run.depth()).isZero();
            harness.toolHandler().call(ToolRequest.of(new ToolFacts(tool, safety), "call_1", "k", "{\"q\":1}"));
        }
    }

    private ToolAuditEndpoint.AuditDescriptor all() {
        return with(null, null, null);
    }

    private ToolAuditEndpoint.AuditDescriptor with(String tool, String scope, AuditDecision decision) {
        return endpoint.records(tool, null, scope, decision, null, null, null, null, null);
    }

    @Test
    void showsRecordsAsDocumented() {
        assertThat(Documented.json(all())).isEqualTo(Documented.example("toolaudit"));
    }

    @Test
    void showsOneRecordWithItsEntries() {
        String id = all().records().get(0).id();

        assertThat(Documented.json(endpoint.record(id))).isEqualTo(Documented.example("toolaudit/id"));
        assertThat(endpoint.record("other")).isNull();
    }

    @Test
    void filters() {
        assertThat(with("other", null, null).records()).isEmpty();
        assertThat(with(null, null, AuditDecision.EXECUTED).records()).hasSize(1);
        assertThat(with(null, "tenant:acme", null).records()).hasSize(1);
        assertThat(with(null, "tenant:acme,user:u", null).records()).isEmpty();
    }

    @Test
    void refusesAScopeWithoutAKey() {
        assertThatThrownBy(() -> with(null, "acme", null))
                .hasMessageContaining("'scope' must be a key and a value, such as 'tenant:acme' (was 'acme')");
    }

    @Test
    void showsCallsUnderWay() {
        harness.tool.run(attempt -> {
            ToolAuditEndpoint.RecordDescriptor record =
                    with("send", null, AuditDecision.UNKNOWN).records().get(0);
            assertThat(record.decision()).isEqualTo("unknown");
            assertThat(record.executions()).isNull();
            return ToolResult.of("sent");
        });

        call("send", ToolSafety.UNKNOWN);

        assertThat(with(null, null, AuditDecision.UNKNOWN).records()).isEmpty();
        assertThat(all().records()).hasSize(2);
    }

    @Test
    void refusesAPageThatIsTooLarge() {
        assertThatThrownBy(() -> endpoint.records(null, null, null, null, null, null, null, 501, null))
                .hasMessageContaining("'size' must be from 1 to 500 (was 501)");
    }

    @Test
    void refusesAPageThatThereNeverWas() {
        assertThatThrownBy(() -> endpoint.records(null, null, null, null, null, null, "newest", null, null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessage("'before' must be the 'next' of an earlier page");
    }

    @Test
    void looksAtTheWholeTrailOnceAMinuteOrWhenAsked() {
        all();
        Mockito.when(store.verify())
                .thenReturn(
                        new AuditVerification(List.of(new ChainState("", 1, 1, 2, "ab", "entry 2 is missing", null))));

        assertThat(all().intact()).isTrue();
        assertThat(endpoint.records(null, null, null, null, null, null, null, null, true)
                        .intact())
                .isFalse();
        Mockito.doCallRealMethod().when(store).verify();
        harness.time.advance(Duration.ofSeconds(59));
        assertThat(all().chains().get(0).broken()).isEqualTo("entry 2 is missing");
        harness.time.advance(Duration.ofSeconds(1));
        assertThat(all().intact()).isTrue();
    }

    @Test
    void looksLessOftenAtATrailThatTakesLong() {
        Mockito.when(store.verify()).thenAnswer(invocation -> {
            harness.time.advance(Duration.ofSeconds(10));
            return new AuditVerification(List.of());
        });
        all();
        Mockito.clearInvocations(store);
        harness.time.advance(Duration.ofSeconds(199));

        all();

        Mockito.verify(store, Mockito.never()).verify();
    }

    @Test
    void hidesArgumentsAndResultsUnlessTheyAreToBeShown() {
        assertThat(all().records().get(0).arguments()).isNull();
        assertThat(web(Show.NEVER).arguments()).isNull();
        assertThat(web(Show.WHEN_AUTHORIZED).result()).isNull();
        assertThat(web(Show.ALWAYS).arguments()).isEqualTo("{\"q\":1}");
        assertThat(web(Show.ALWAYS).result()).isEqualTo("[]");
    }

    private ToolAuditEndpoint.RecordDescriptor web(Show show) {
        return new ToolAuditEndpointWebExtension(endpoint, show, Set.of())
                .records(SecurityContext.NONE, null, null, null, null, null, null, null, null, null)
                .records()
                .get(0);
    }
}
