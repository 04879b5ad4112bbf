package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChainEnvironment;
import io.agentkit.ErrorKind;
import io.agentkit.Scope;
import io.agentkit.audit.AuditDecision;
import io.agentkit.audit.AuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.audit.ToolAudited;
import io.agentkit.safety.Approvals;
import io.agentkit.spend.Budgets;
import io.agentkit.spend.CostMeter;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.autoconfigure.audit.AuditAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class EndpointsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AgentkitEndpointsAutoConfiguration.class))
            .withBean(CostMeter.class, () -> new CostMeter(Time.system()))
            .withBean(Budgets.class, () -> Budgets.of(Map.of(), new InMemoryBudgetStore(Time.system(), 10)))
            .withBean(AuditStore.class, InMemoryAuditStore::new)
            .withPropertyValues("management.endpoints.web.exposure.include=*");

    @Test
    void showsCostsAndBudgetsButNoAuditByDefault() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(CostsEndpoint.class)
                .hasSingleBean(BudgetsEndpoint.class)
                .doesNotHaveBean(ToolAuditEndpoint.class));
    }

    @Test
    void showsTheAuditWhenAccessIsGranted() {
        runner.withPropertyValues("management.endpoint.toolaudit.access=READ_ONLY")
                .run(context -> assertThat(context)
                        .hasSingleBean(ToolAuditEndpoint.class)
                        .hasSingleBean(ToolAuditEndpointWebExtension.class));
    }

    @Test
    void tellsSpringBootsAuditOfToolsWhereSomebodyKeepsItsEvents() {
        InMemoryAuditEventRepository events = new InMemoryAuditEventRepository();
        runner.withConfiguration(AutoConfigurations.of(AuditAutoConfiguration.class))
                .withBean(AuditEventRepository.class, () -> events)
                .run(context -> context.publishEvent(new ToolAudited(
                        "1",
                        "2",
                        "run-1",
                        Scope.of("user", "ann"),
                        "send",
                        AuditDecision.NOT_CALLED,
                        1,
                        0,
                        ErrorKind.STORE)));

        assertThat(events.find("ann", null, "TOOL_CALL"))
                .singleElement()
                .satisfies(event -> assertThat(event.getData())
                        .containsEntry("tool", "send")
                        .containsEntry("decision", "not-called")
                        .containsEntry("record", "2")
                        .containsEntry("error", "store"));
    }

    @Test
    void tellsNobodyOfToolsWhereNobodyKeepsAuditEvents() {
        runner.run(context -> assertThat(context).doesNotHaveBean(ToolAuditEvents.class));
    }

    @Test
    void showsApprovalsWhenAccessIsGrantedOnly() {
        ApplicationContextRunner withApprovals =
                runner.withBean(Approvals.class, () -> new Approvals(ChainEnvironment.defaults(), 10));

        withApprovals.run(context -> assertThat(context).doesNotHaveBean(ApprovalsEndpoint.class));
        withApprovals
                .withPropertyValues("management.endpoint.approvals.access=UNRESTRICTED")
                .run(context -> assertThat(context)
                        .hasSingleBean(ApprovalsEndpoint.class)
                        .hasSingleBean(ApprovalsEndpointWebExtension.class));
    }

    @Test
    void showsNothingThatIsNotExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(CostsEndpoint.class));
    }

    @Test
    void keepsAnEndpointOfTheApplication() {
        runner.withBean("mine", CostsEndpoint.class, () -> new CostsEndpoint(new CostMeter(Time.system()), null))
                .run(context -> assertThat(context).hasSingleBean(CostsEndpoint.class));
    }

    @Test
    void startsWithoutTheActuator() {
        runner.withClassLoader(
                        new FilteredClassLoader(Endpoint.class.getPackageName(), "org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("agentkitCostsEndpoint"));
    }
}
