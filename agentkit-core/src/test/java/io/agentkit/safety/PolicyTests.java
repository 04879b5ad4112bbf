package io.agentkit.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.BlockedException;
import io.agentkit.CallSettings;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTests {

    private final ChainHarness harness = ChainHarness.create();

    private void policy(PolicySpec spec, Object... shared) {
        harness.addTool("policy", spec.toolMiddleware(harness.resources(shared)));
    }

    private String call(String tool, String tenant) {
        Run run = Run.create(harness.environment(), r -> r.tenant(tenant));
        ToolRequest request = ToolRequest.of(new ToolFacts(tool, ToolSafety.UNKNOWN), "{}");
        return harness.toolHandler()
                .call(request, CallSettings.DEFAULTS.withRun(run))
                .text();
    }

    private BlockedException refusal(String tool, String tenant) {
        return catchThrowableOfType(BlockedException.class, () -> call(tool, tenant));
    }

    @Test
    void letsEverythingThroughByDefault() {
        policy(PolicySpec.defaults());

        assertThat(call("delete_all", "acme")).isEqualTo("done");
    }

    @Test // TC-306
    void refusesWhatIsDeniedAndSaysThatItWasNotCalled() {
        policy(PolicySpec.defaults().withDeny(List.of("delete_*")));

        BlockedException refusal = refusal("delete_all", "acme");

        assertThat(refusal).hasMessage("Tool 'delete_all' was not called: a policy denies it");
        assertThat(refusal.kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(refusal.detail()).isEqualTo("deny: delete_*");
        assertThat(harness.tool.calls()).isZero();
        assertThat(harness.events.of(ToolDenied.class)).singleElement().satisfies(event -> {
            assertThat(event.tool()).isEqualTo("delete_all");
            assertThat(event.rule()).isEqualTo("deny: delete_*");
        });
        assertThat(call("find", "acme")).isEqualTo("done");
    }

    @Test
    void letsNothingThroughButWhatIsAllowedOnceSomethingIs() {
        policy(PolicySpec.defaults().withAllow(List.of("find_*", "read")));

        assertThat(call("find_order", "acme")).isEqualTo("done");
        assertThat(refusal("reader", "acme").detail()).isEqualTo("allow");
    }

    @Test
    void denialComesBeforeAnythingElseWhateverTheOrder() {
        policy(new PolicySpec(List.of("charge_card"), List.of("*"), List.of("charge_*")));

        assertThat(refusal("charge_card", "acme").detail()).isEqualTo("deny: charge_card");
    }

    @Test
    void aRuleCanBeForSomeRunsOnly() {
        policy(PolicySpec.defaults().withDeny(List.of("charge_* tenant=trial-*")));

        assertThat(refusal("charge_card", "trial-7").detail()).isEqualTo("deny: charge_* tenant=trial-*");
        assertThat(call("charge_card", "acme")).isEqualTo("done");
        assertThat(harness.tool(ToolSafety.READ_ONLY, "{}").text())
                .as("a run without a tenant")
                .isEqualTo("done");
    }

    @Test
    void theStricterOfSettingsAndPolicyBeanCounts() {
        ToolPolicy own = call -> call.request().name().startsWith("x") ? ToolVerdict.deny("no x") : ToolVerdict.allow();
        policy(PolicySpec.defaults().withDeny(List.of("*y")), own);

        assertThat(refusal("x", "acme").detail()).isEqualTo("no x");
        assertThat(refusal("my", "acme").detail()).isEqualTo("deny: *y");
        assertThat(call("z", "acme")).isEqualTo("done");
    }

    @Test
    void aPolicyThatFailsOrSaysNothingRefuses() {
        policy(PolicySpec.defaults(), (ToolPolicy) call -> {
            if (call.request().name().equals("null")) {
                return null;
            }
            throw new IllegalStateException("secret");
        });

        assertThat(refusal("null", "acme").detail()).isEqualTo("the application's policy failed");
        assertThat(refusal("other", "acme")).hasMessageNotContaining("secret");
        assertThat(harness.tool.calls()).isZero();
    }

    @Test
    void whatNeedsApprovalIsRefusedWhereNothingInTheChainAsksForIt() {
        policy(PolicySpec.defaults().withRequireApproval(List.of("charge_*")));

        assertThat(refusal("charge_card", "acme"))
                .hasMessage("Tool 'charge_card' was not called: it needs an approval")
                .extracting(BlockedException::detail)
                .isEqualTo("no 'approval' stands inside 'policy' in chain 'tool'");
        assertThat(harness.tool.calls()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "*, anything, true",
        "a*c, abc, true",
        "a*c, ac, true",
        "a*c, abd, false",
        "a?c, abc, true",
        "a?c, ac, false",
        "*_card, charge_card, true",
        "*a*b*, xxaxxbxx, true",
        "*a*b*, xxbxxaxx, false",
        "abc, ABC, false",
        "a.c, abc, false",
        "'', a, false"
    })
    void namesAreMatchedByPatterns(String pattern, String name, boolean matches) {
        assertThat(new Glob(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void aHostilePatternTakesNoLongTime() {
        assertThat(new Glob("*a".repeat(30) + "b").matches("a".repeat(10_000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "charge_* tenant", "charge_* =x", "charge_* tenant=", "tenant=x"})
    void refusesALineThatIsNoRule(String line) {
        assertThatThrownBy(() -> PolicySpec.defaults().withDeny(List.of(line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'deny' must hold names of tools such as 'charge_*'")
                .hasMessageEndingWith("(was '%s')", line);
    }

    @Test
    void refusesAnEmptyListOfWhatIsAllowed() {
        assertThatThrownBy(() -> PolicySpec.defaults().withAllow(List.of()))
                .hasMessage(
                        "'allow' must not be empty: no tool could be called; leave it out to allow all that is not denied");
    }

    @Test
    void tellsWhoOffersToolsWhichAreDeniedToWhom() {
        var denied = PolicySpec.defaults()
                .withDeny(List.of("drop_* tenant=trial"))
                .withAllow(List.of("drop_*", "read"))
                .withRequireApproval(List.of("charge"))
                .denials();

        assertThat(denied.test("drop_all", Scope.of(Scope.TENANT, "trial"))).isTrue();
        assertThat(denied.test("drop_all", Scope.NONE)).isFalse();
        assertThat(denied.test("other", Scope.NONE)).isTrue();
        assertThat(denied.test("charge", Scope.NONE)).isFalse();
    }
}
