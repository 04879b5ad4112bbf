package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.tool.ToolSafety;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ToolDeclarationsTests {

    private final ApplicationContextRunner runner = TestChains.runner();

    @Test
    void putTheConfigurationBeforeTheCode() {
        runner.withPropertyValues("agentkit.tool.tools.look_up.safety=read-only")
                .run(context -> assertThat(context.getBean(ToolDeclarations.class)
                                .facts("default", "look_up", ToolSafety.SIDE_EFFECT)
                                .safety())
                        .isEqualTo(ToolSafety.READ_ONLY));
    }

    @Test
    void putTheCodeBeforeTheDefault() {
        runner.withPropertyValues("agentkit.tool.default-safety=read-only").run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);

            assertThat(tools.facts("default", "a", ToolSafety.IDEMPOTENT).safety())
                    .isEqualTo(ToolSafety.IDEMPOTENT);
            assertThat(tools.facts("default", "b", ToolSafety.UNKNOWN).safety()).isEqualTo(ToolSafety.READ_ONLY);
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

                    assertThat(tools.facts("support", "a", ToolSafety.UNKNOWN).safety())
                            .isEqualTo(ToolSafety.SIDE_EFFECT);
                    assertThat(tools.facts("default", "a", ToolSafety.UNKNOWN).safety())
                            .isEqualTo(ToolSafety.READ_ONLY);
                });
    }

    @Test
    void rememberToolsThatNobodyDeclared() {
        runner.run(context -> {
            ToolDeclarations tools = context.getBean(ToolDeclarations.class);

            assertThat(tools.facts("default", "mystery", ToolSafety.UNKNOWN).safety())
                    .isEqualTo(ToolSafety.UNKNOWN);
            assertThat(tools.undeclared()).containsExactly("mystery");
        });
    }
}
