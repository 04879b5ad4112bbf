package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.boot.TestChains.Printed;
import io.agentkit.safety.ApprovalSpec;
import io.agentkit.safety.Approvals;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GuardConfigurationTests {

    @Test
    void refusesApprovalsThatNothingInTheChainAsksFor() {
        assertThat(failureOf("agentkit.tool: { chain: [policy], policy: { require-approval: [charge_card] } }")
                        .description())
                .contains("Property: agentkit.tool.policy.require-approval")
                .contains("Reason: No 'approval' stands in the chain, so these calls are all refused");
        assertThat(failureOf(
                                "agentkit.tool: { chain: [approval, policy], policy: { require-approval: [charge_card] } }")
                        .description())
                .contains("'approval' stands outside 'policy', so it does not know of these calls");
    }

    @Test
    void refusesALineThatIsNoRule() {
        assertThat(failureOf("agentkit.tool: { chain: [policy], policy: { deny: [\"charge_* tenant\"] } }")
                        .description())
                .contains("agentkit.tool.policy")
                .contains("must hold names of tools such as 'charge_*'");
    }

    @Test
    void refusesAnExpiryOfNothing() {
        assertThat(failureOf("agentkit.tool: { chain: [approval], approval: { expiry: 0s } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.tool.approval.expiry
                        Value: "0s"
                        Origin: Byte array resource [application.yml] - 1:57
                        Reason: 'expiry' must be more than 0 and at most 365 days (was PT0S)
                        """, "Correct the value of 'agentkit.tool.approval.expiry'."));
    }

    @Test
    void refusesPatternsThatCannotWork() {
        assertThat(failureOf("agentkit.chat: { chain: [security], security: { replace: true } }")
                        .description())
                .contains("agentkit.chat.security", "Byte array resource [application.yml]")
                .contains("'replace' takes the built-in rules away and leaves none");
        assertThat(failureOf(
                                "agentkit.chat: { chain: [security], security: { patterns: [{ id: a, pattern: \"(a+)+b\" }] } }")
                        .description())
                .contains("agentkit.chat.security.patterns", "Byte array resource [application.yml]")
                .contains("repeats without bound what repeats without bound itself");
        assertThat(failureOf("agentkit.chat: { chain: [security], security: { patterns: [] } }")
                        .description())
                .contains("agentkit.chat.security")
                .contains("'patterns' must not be empty");
    }

    @Test
    void keepsTheApplicationsApprovals() {
        TestChains.runner()
                .withBean("mine", Approvals.class, () -> new Approvals(io.agentkit.ChainEnvironment.defaults(), 5))
                .run(context -> assertThat(context).hasSingleBean(Approvals.class));
    }

    @Test
    void saysNothingOfTheUsualOrder() {
        assertThat(surprises("tracing", "audit", "policy", "security", "egress", "idempotent", "approval"))
                .isEmpty();
    }

    @Test
    void warnsOfGuardsThatStandWhereTheyDoNotGuard() {
        assertThat(surprises("policy", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'policy', so calls that it refuses get no record");
        assertThat(surprises("memoize", "policy"))
                .containsExactly(
                        "Tool chain 'default': 'policy' stands inside 'memoize', so a call that is denied is still answered with an earlier result");
        assertThat(surprises("approval", "idempotent"))
                .containsExactly(
                        "Tool chain 'default': 'idempotent' stands inside 'approval', so people are asked about calls that only get an earlier result");
        assertThat(surprises("approval", "egress"))
                .containsExactly(
                        "Tool chain 'default': 'egress' stands inside 'approval', so people are asked about calls that it refuses afterwards");
        assertThat(surprises("idempotent", "security"))
                .containsExactly(
                        "Tool chain 'default': 'security' stands inside 'idempotent', so what is kept is marked for a model, and the application gets it so, too");
    }

    @Test
    void warnsOfATimeLimitAroundPeopleWhoAreWaitedFor() {
        Stage timeout = new Stage("timeout", "timeout", null);
        ApprovalSpec spec = ApprovalSpec.defaults();

        assertThat(surprises(timeout, new Stage("approval", "approval", spec))).isEmpty();
        assertThat(surprises(timeout, new Stage("approval", "approval", spec.withMaxWait(Duration.ofMinutes(1)))))
                .containsExactly(
                        "Tool chain 'default': 'approval' stands inside 'timeout', so its limit counts the time that people take to decide");
    }

    private static List<String> surprises(String... names) {
        return surprises(
                Stream.of(names).map(name -> new Stage(name, name, null)).toArray(Stage[]::new));
    }

    private static List<String> surprises(Stage... stages) {
        return ChainOrderCheck.surprises(new ChainDefinition("default", CallKind.TOOL, List.of(stages)));
    }
}
