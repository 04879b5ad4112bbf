package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Run;
import io.agentkit.safety.ApprovalPendingException;
import io.agentkit.safety.ApprovalSpec;
import io.agentkit.safety.Approvals;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.security.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import tools.jackson.databind.node.ObjectNode;

class ApprovalsEndpointTests {

    private static final ToolFacts CHARGE =
            new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT).withSecretArguments(Set.of("card"));

    private final ChainHarness harness = ChainHarness.create();

    private final Approvals approvals = new Approvals(harness.environment(), 10);

    private final ApprovalsEndpoint endpoint = new ApprovalsEndpoint(approvals, Show.ALWAYS);

    @BeforeEach
    void addApproval() {
        harness.addTool("approval", ApprovalSpec.defaults().toolMiddleware(harness.resources(approvals)));
    }

    /** Calls without anybody having agreed; gives back what has to be decided. */
    private String ask(String amount) {
        try (Run run = Run.open(harness.environment(), r -> r.id("run-1").tenant("acme"))) {
            assertThat(run.depth()).isZero();
            String arguments = "{\"amount\":%s,\"card\":\"4111\"}".formatted(amount);
            harness.toolHandler().call(ToolRequest.of(CHARGE, "call_1", "k", arguments));
            throw new AssertionError("it ran");
        } catch (ApprovalPendingException pending) {
            return pending.approvalId();
        }
    }

    @Test
    void showsWhatIsPendingAsDocumented() {
        String id = ask("10");

        ObjectNode shown = (ObjectNode) Documented.json(endpoint.approvals(null, null));
        ((ObjectNode) shown.get("approvals").get(0)).put("id", "3v5q8k1m9x7c2b4n6z0a1s2d3");

        assertThat(endpoint.approval(id)).isNotNull();
        assertThat(shown).isEqualTo(Documented.example("approvals"));
    }

    @Test
    void showsPages() {
        String first = ask("1");
        String second = ask("2");

        ApprovalsEndpoint.ApprovalsDescriptor page = endpoint.approvals(null, 1);
        assertThat(page.pending()).isEqualTo(2);
        assertThat(page.approvals()).extracting(ApprovalDescriptor::id).containsExactly(first);
        assertThat(endpoint.approvals(page.next(), 1).approvals())
                .extracting(ApprovalDescriptor::id)
                .containsExactly(second);
        assertThat(endpoint.approvals(page.next(), 1).next()).isNull();
        assertThatThrownBy(() -> endpoint.approvals(null, 501)).hasMessage("'size' must be from 1 to 500 (was 501)");
    }

    @Test
    void decidesOnce() {
        String id = ask("1");

        ApprovalDescriptor after = endpoint.decide(id, "approve", "ann", "fine");

        assertThat(after.state()).isEqualTo("approved");
        assertThat(after.decidedBy()).isEqualTo("ann");
        assertThat(after.reason()).isEqualTo("fine");
        assertThatThrownBy(() -> endpoint.decide(id, "deny", "bob", null))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessage("It is not pending, but approved");
        assertThat(endpoint.decide("other", "deny", "bob", null)).isNull();
    }

    @Test
    void refusesADecisionThatIsNoneOrNobodys() {
        String id = ask("1");

        assertThatThrownBy(() -> endpoint.decide(id, "maybe", "ann", null))
                .hasMessage("'decision' must be approve or deny");
        assertThatThrownBy(() -> endpoint.decide(id, "approve", " ", null)).hasMessage("'by' must say who decides");
        assertThat(approvals.pending()).isOne();
    }

    @Test
    void whoIsLoggedInDecidesInTheirOwnName() {
        String id = ask("1");
        ApprovalsEndpointWebExtension web = new ApprovalsEndpointWebExtension(endpoint, Show.NEVER, Set.of());
        SecurityContext ann = loggedIn("ann");

        assertThatThrownBy(() -> web.decide(ann, id, "approve", "bob", null)).hasMessageStartingWith("'by' must be");
        assertThat(web.decide(ann, id, "approve", null, null).getBody().decidedBy())
                .isEqualTo("ann");
        assertThat(web.decide(ann, id, "deny", null, null).getStatus()).isEqualTo(409);
        assertThat(web.decide(ann, "other", "deny", null, null).getStatus()).isEqualTo(404);
    }

    @Test
    void hidesArgumentsUnlessTheyAreToBeShownAndSecretsAlways() {
        ask("1");

        assertThat(shown(Show.NEVER, loggedIn("ann"))).isNull();
        assertThat(shown(Show.WHEN_AUTHORIZED, SecurityContext.NONE)).isNull();
        assertThat(shown(Show.ALWAYS, SecurityContext.NONE)).isEqualTo("{\"amount\":1,\"card\":\"REDACTED\"}");
    }

    private @Nullable String shown(Show show, SecurityContext security) {
        return new ApprovalsEndpointWebExtension(new ApprovalsEndpoint(approvals, show), show, Set.of())
                .approvals(security, null, null)
                .approvals()
                .get(0)
                .arguments();
    }

    private static SecurityContext loggedIn(String name) {
        return new SecurityContext() {
            @Override
            public Principal getPrincipal() {
                return () -> name;
            }

            @Override
            public boolean isUserInRole(String role) {
                return false;
            }
        };
    }
}
