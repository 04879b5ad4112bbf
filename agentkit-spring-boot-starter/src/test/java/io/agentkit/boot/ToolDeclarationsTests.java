package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ToolDeclarationsTests {

    private final ApplicationContextRunner runner = TestChains.runner();

    @Test
    void putTheConfigurationBeforeTheCode() {
        runner.withPropertyValues("agentkit.tool.tools.look_up.safety=read-only")
                .run(context -> assertThat(context.getBean(ToolDeclarations.class)
                                .facts("default", "look_up", code(ToolSafety.SIDE_EFFECT))
                                .safety())
                        .isEqualTo(ToolSafety.READ_ONLY));
    }

    @Test
    void putTheCodeBeforeTheDefault() {
        runner.withPropertyValues("agentkit.tool.default-safety=read-only").run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);

            assertThat(tools.facts("default", "a", code(ToolSafety.IDEMPOTENT)).safety())
                    .isEqualTo(ToolSafety.IDEMPOTENT);
            assertThat(tools.facts("default", "b", List.of()).safety()).isEqualTo(ToolSafety.READ_ONLY);
            assertThat(tools.undeclared()).isEmpty();
        });
    }

    @Test
    void putAPairsOwnSettingsBeforeTheCommonOnes() {
        runner.withPropertyValues(
                        "agentkit.tool.tools.a.safety=read-only",
                        "agentkit.chains.support.tool.tools.a.safety=side-effect")
                .run(context -> {
                    ToolDeclarations tools = context.getBean(ToolDeclarations.class);

                    assertThat(tools.facts("support", "a", List.of()).safety()).isEqualTo(ToolSafety.SIDE_EFFECT);
                    assertThat(tools.facts("default", "a", List.of()).safety()).isEqualTo(ToolSafety.READ_ONLY);
                });
    }

    @Test
    void rememberToolsThatNobodyDeclared() {
        runner.run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);

            assertThat(tools.facts("default", "mystery", List.of()).safety()).isEqualTo(ToolSafety.UNKNOWN);
            assertThat(tools.undeclared()).containsExactly("mystery");
        });
    }

    @Test
    void takeEachFactFromTheNearestSource() {
        TestChains.yml("""
                agentkit:
                  tool:
                    tools:
                      fetch:
                        url-arguments: [url, source.url]
                        timeout: 5s
                        volatile-arguments: []
                      "[fetch*]": { secret-arguments: [token], timeout: 9s }
                  chains:
                    support:
                      tool:
                        tools:
                          fetch: { safety: side-effect, idempotency: arguments }
                """).run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);
            ToolDeclaration code = new ToolDeclaration(
                    "@AgentTool",
                    new ToolSettings(ToolSafety.READ_ONLY, null, Set.of("now"), Set.of("address"), null, null));

            ToolFacts facts = tools.facts("support", "fetch", List.of(code));

            assertThat(facts)
                    .isEqualTo(new ToolFacts(
                            "fetch",
                            ToolSafety.SIDE_EFFECT,
                            IdempotencyMode.ARGUMENTS,
                            Set.of(),
                            Set.of("url", "source.url"),
                            Set.of("token"),
                            Duration.ofSeconds(5)));
            assertThat(tools.known("support").get("fetch").sources())
                    .containsEntry("safety", "agentkit.chains.support.tool.tools.fetch")
                    .containsEntry("url-arguments", "agentkit.tool.tools.fetch")
                    .containsEntry("secret-arguments", "agentkit.tool.tools[fetch*]")
                    .containsEntry("volatile-arguments", "agentkit.tool.tools.fetch");
            assertThat(tools.known("default")).isEmpty();
        });
    }

    @Test
    void putANameBeforePatternsAndLongerPatternsBeforeShorterOnes() {
        runner.withPropertyValues(
                        "agentkit.tool.tools[github_*].safety=side-effect",
                        "agentkit.tool.tools[github_get_*].safety=read-only",
                        "agentkit.tool.tools[github_get_token].safety=idempotent",
                        "agentkit.tool.tools[*_me].safety=read-only",
                        "agentkit.chains.support.tool.tools[*].safety=read-only")
                .run(context -> {
                    ToolDeclarations tools = context.getBean(ToolDeclarations.class);

                    assertThat(safety(tools, "github_delete")).isEqualTo(ToolSafety.SIDE_EFFECT);
                    assertThat(safety(tools, "github_get_issue")).isEqualTo(ToolSafety.READ_ONLY);
                    assertThat(safety(tools, "github_get_token")).isEqualTo(ToolSafety.IDEMPOTENT);
                    assertThat(safety(tools, "gitlab_get_token")).isEqualTo(ToolSafety.UNKNOWN);
                    assertThat(safety(tools, "who_am_i\n_me")).isEqualTo(ToolSafety.READ_ONLY);
                    assertThat(tools.facts("support", "gitlab_get_token", List.of())
                                    .safety())
                            .isEqualTo(ToolSafety.READ_ONLY);
                    assertThat(tools.facts("support", "github_get_token", List.of())
                                    .safety())
                            .isEqualTo(ToolSafety.IDEMPOTENT);
                });
    }

    @Test
    void letReadOnlyOverruleAModeOfTheCode() {
        runner.withPropertyValues("agentkit.tool.tools.a.safety=read-only").run(context -> {
            ToolFacts facts = context.getBean(ToolDeclarations.class).facts("default", "a", idempotencyInCode());

            assertThat(facts).isEqualTo(new ToolFacts("a", ToolSafety.READ_ONLY));
        });
    }

    @Test
    void takeMoreCareWhereAModeContradictsReadOnlyFurtherAway() {
        runner.withPropertyValues("agentkit.tool.tools.a.idempotency=call-id").run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);

            assertThat(tools.facts("default", "a", code(ToolSafety.READ_ONLY)).safety())
                    .isEqualTo(ToolSafety.SIDE_EFFECT);
            assertThat(tools.known("default").get("a").conflict())
                    .hasToString(
                            "'idempotency' of agentkit.tool.tools.a says that calls can be the same one, and @AgentTool that the"
                                    + " tool is read-only");
        });
    }

    @Test
    void doNotTakeADefaultThatContradictsAMode() {
        runner.withPropertyValues("agentkit.tool.default-safety=read-only")
                .run(context -> assertThat(context.getBean(ToolDeclarations.class)
                                .facts("default", "a", idempotencyInCode())
                                .safety())
                        .isEqualTo(ToolSafety.UNKNOWN));
    }

    @Test
    void keepAddressesWhereCallsAreCompared() {
        runner.withPropertyValues("agentkit.tool.tools.a.volatile-arguments=url,now")
                .run(context -> {
                    var code = new ToolDeclaration(
                            "@AgentTool", new ToolSettings(null, null, null, Set.of("url"), null, null));

                    assertThat(context.getBean(ToolDeclarations.class)
                                    .facts("default", "a", List.of(code))
                                    .volatileArguments())
                            .containsExactly("now");
                });
    }

    @Test
    void refuseWhatContradictsItself() {
        assertThat(TestChains.failureOf("""
                agentkit:
                  chains:
                    support:
                      tool:
                        tools:
                          look_up:
                            safety: read-only
                            idempotency: call-id
                """))
                .isEqualTo(
                        TestChains.Printed.of(
                                """
                Property: agentkit.chains.support.tool.tools.look_up.idempotency
                Value: "call-id"
                Origin: Byte array resource [application.yml] - 8:26
                Reason: 'idempotency' must not be set for a tool that is read-only: it has no effect that could happen twice
                """,
                                "Remove 'agentkit.chains.support.tool.tools.look_up.idempotency', or what it does not go with."));
    }

    @Test
    void refuseWhatIsNoPath() {
        assertThat(TestChains.failureOf("""
                agentkit:
                  tool:
                    tools:
                      fetch:
                        url-arguments: [url, "urls[0]"]
                """))
                .isEqualTo(TestChains.Printed.of(
                        """
                Property: agentkit.tool.tools.fetch.url-arguments[1]
                Value: "urls[0]"
                Origin: Byte array resource [application.yml] - 5:30
                Reason: 'url-arguments' must name arguments by paths such as 'url' or 'source.url' (was 'urls[0]')
                """, "Correct the value of 'agentkit.tool.tools.fetch.url-arguments[1]'."));
    }

    @Test
    void knowSecretsByTheNameOfATool() {
        runner.withPropertyValues(
                        "agentkit.tool.tools[*].secret-arguments=token",
                        "agentkit.chains.support.tool.tools.login.secret-arguments=password")
                .run(context -> {
                    ToolDeclarations tools = context.getBean(ToolDeclarations.class);
                    tools.facts(
                            "default",
                            "pay",
                            List.of(new ToolDeclaration(
                                    "@AgentTool", new ToolSettings(null, null, null, null, Set.of("pin"), null))));

                    assertThat(tools.secretArguments("login")).containsExactly("password", "token");
                    assertThat(tools.secretArguments("pay")).containsExactly("token");
                    assertThat(tools.known("default")).containsOnlyKeys("pay");
                });
    }

    private static ToolSafety safety(ToolDeclarations tools, String name) {
        return tools.facts("default", name, List.of()).safety();
    }

    private static List<ToolDeclaration> code(ToolSafety safety) {
        return List.of(new ToolDeclaration("@AgentTool", new ToolSettings(safety, null, null, null, null, null)));
    }

    private static List<ToolDeclaration> idempotencyInCode() {
        return List.of(new ToolDeclaration(
                "@AgentTool", new ToolSettings(null, IdempotencyMode.ARGUMENTS, null, null, null, null)));
    }
}
