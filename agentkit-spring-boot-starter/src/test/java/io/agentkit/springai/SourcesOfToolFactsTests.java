package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.boot.ToolDeclarations;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.IdempotencyMode;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolSafety;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class SourcesOfToolFactsTests {

    private final ApplicationContextRunner runner = BridgeContext.runner();

    @AgentTool(safety = ToolSafety.SIDE_EFFECT, secretArguments = "pin")
    static class Payments {

        @Tool
        @AgentTool(
                idempotency = IdempotencyMode.ARGUMENTS,
                volatileArguments = "at",
                urlArguments = {"callback", "back.url"},
                timeout = "20s")
        public String charge(String pin, String at, String callback, Map<String, String> back) {
            return "charged";
        }

        @Tool
        @AgentTool(safety = ToolSafety.READ_ONLY)
        public String balance(String pin) {
            return "1";
        }
    }

    @Test
    void aMethodComesBeforeItsClassFactByFact() {
        runner.run(context -> {
            assertThat(facts(context.getBean(FactsOfTools.class), new Payments(), "charge"))
                    .isEqualTo(new ToolFacts(
                            "charge",
                            ToolSafety.SIDE_EFFECT,
                            IdempotencyMode.ARGUMENTS,
                            Set.of("at"),
                            Set.of("callback", "back.url"),
                            Set.of("pin"),
                            Duration.ofSeconds(20)));
            assertThat(facts(context.getBean(FactsOfTools.class), new Payments(), "balance")
                            .safety())
                    .isEqualTo(ToolSafety.READ_ONLY);
            assertThat(context.getBean(ToolDeclarations.class)
                            .known("default")
                            .get("charge")
                            .sources())
                    .containsEntry("idempotency", "@AgentTool at Payments.charge")
                    .containsEntry("safety", "@AgentTool at Payments");
        });
    }

    @Test
    void aProxyHidesNothing() {
        ProxyFactory proxy = new ProxyFactory(new Payments());
        proxy.setProxyTargetClass(true);
        Object proxied = proxy.getProxy();

        runner.run(context -> assertThat(facts(context.getBean(FactsOfTools.class), proxied, "charge"))
                .isEqualTo(facts(context.getBean(FactsOfTools.class), new Payments(), "charge")));
    }

    /** Plain tools, declared where they become beans. */
    @Configuration(proxyBeanMethods = false)
    static class Beans {

        static class Plain {

            @Tool
            String look() {
                return "";
            }
        }

        @Bean
        @AgentTool(safety = ToolSafety.IDEMPOTENT)
        Plain plain() {
            return new Plain();
        }

        @Bean
        @AgentTool(safety = ToolSafety.READ_ONLY, urlArguments = "url")
        ToolCallback fetch() {
            return FunctionToolCallback.builder("fetch", (Map<String, Object> input) -> "page")
                    .inputType(Map.class)
                    .build();
        }
    }

    @Test
    void theMethodOfABeanSpeaksForItsTools() {
        runner.withUserConfiguration(Beans.class).run(context -> {
            FactsOfTools facts = context.getBean(FactsOfTools.class);

            assertThat(facts.of(context.getBean("fetch", ToolCallback.class), null))
                    .isEqualTo(new ToolFacts("fetch", ToolSafety.READ_ONLY).withUrlArguments(Set.of("url")));
            assertThat(facts(facts, context.getBean(Beans.Plain.class), "look").safety())
                    .isEqualTo(ToolSafety.IDEMPOTENT);
            assertThat(facts(facts, new Beans.Plain(), "look").safety()).isEqualTo(ToolSafety.UNKNOWN);
        });
    }

    /** Providers that are beans. */
    @Configuration(proxyBeanMethods = false)
    static class Providers {

        @Bean
        @AgentTool(safety = ToolSafety.IDEMPOTENT, timeout = "3s")
        ToolCallbackProvider plain() {
            return MethodToolCallbackProvider.builder()
                    .toolObjects(new Beans.Plain(), new Payments())
                    .build();
        }

        @Bean
        @AgentTool(safety = ToolSafety.READ_ONLY)
        MethodToolCallbackProvider announcedAsItsOwnClass() {
            return MethodToolCallbackProvider.builder()
                    .toolObjects(new Beans.Plain())
                    .build();
        }
    }

    @Test
    void theMethodOfAProviderSpeaksForTheToolsThatSayNothingThemselves(CapturedOutput output) {
        runner.withUserConfiguration(Providers.class).run(context -> {
            FactsOfTools facts = context.getBean(FactsOfTools.class);

            assertThat(provided(facts, context.getBean("plain", ToolCallbackProvider.class), "look"))
                    .isEqualTo(new ToolFacts("look", ToolSafety.IDEMPOTENT).withTimeout(Duration.ofSeconds(3)));
            assertThat(provided(facts, context.getBean("plain", ToolCallbackProvider.class), "balance")
                            .safety())
                    .isEqualTo(ToolSafety.READ_ONLY);
        });
        assertThat(output)
                .containsOnlyOnce(
                        "@AgentTool at bean 'announcedAsItsOwnClass' says nothing about its tools: declare the"
                                + " type of the bean method as ToolCallbackProvider");
    }

    private static ToolFacts provided(FactsOfTools facts, ToolCallbackProvider provider, String name) {
        return List.of(provider.getToolCallbacks()).stream()
                .filter(each -> each.getToolDefinition().name().equals(name))
                .findFirst()
                .map(each -> facts.of(each, null))
                .orElseThrow();
    }

    @AgentTool(safety = ToolSafety.READ_ONLY)
    static class Search implements BiFunction<Map<String, Object>, ToolContext, String> {

        @Override
        public String apply(Map<String, Object> input, ToolContext context) {
            return "";
        }
    }

    @Test
    void theClassOfAFunctionSpeaksForIt() {
        ToolCallback search = FunctionToolCallback.builder("search", new Search())
                .inputType(Map.class)
                .build();

        runner.run(context -> assertThat(
                        context.getBean(FactsOfTools.class).of(search, null).safety())
                .isEqualTo(ToolSafety.READ_ONLY));
    }

    static class Contradicting {

        @Tool
        @AgentTool(safety = ToolSafety.READ_ONLY, idempotency = IdempotencyMode.CALL_ID)
        String odd() {
            return "";
        }
    }

    @Test
    void anAnnotationThatContradictsItselfEndsTheTurn() {
        runner.run(context -> assertThatThrownBy(
                        () -> facts(context.getBean(FactsOfTools.class), new Contradicting(), "odd"))
                .isInstanceOfSatisfying(
                        AgentKitException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFIG))
                .hasMessageContaining("was not called")
                .hasMessageContaining("Contradicting.odd"));
    }

    @Test
    void anAnnotationThatContradictsItselfStopsTheStartWhereItIsABean() {
        runner.withBean(Contradicting.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("Contradicting.odd")
                        .hasMessageContaining("'idempotency' must not be set for a tool that is read-only"));
    }

    @ParameterizedTest
    @CsvSource({
        // readOnly, destructive, idempotent, trusted, not trusted
        "true,,,READ_ONLY,UNKNOWN",
        "true,false,false,READ_ONLY,UNKNOWN",
        "true,true,,SIDE_EFFECT,SIDE_EFFECT",
        "false,,true,IDEMPOTENT,SIDE_EFFECT",
        "false,true,true,IDEMPOTENT,SIDE_EFFECT",
        ",,true,IDEMPOTENT,UNKNOWN",
        "false,,,SIDE_EFFECT,SIDE_EFFECT",
        ",true,,SIDE_EFFECT,SIDE_EFFECT",
        ",false,,UNKNOWN,UNKNOWN",
        ",,,UNKNOWN,UNKNOWN"
    })
    void aServerIsBelievedThatAToolDoesHarmAndWhereItIsTrustedThatItDoesNone(
            Boolean readOnly, Boolean destructive, Boolean idempotent, ToolSafety trusted, ToolSafety untrusted) {
        ToolCallback tool = remote(new McpSchema.ToolAnnotations(null, readOnly, destructive, idempotent, null, null));

        runner.withPropertyValues("agentkit.spring-ai.trusted-mcp-servers=github")
                .run(context -> assertThat(context.getBean(FactsOfTools.class)
                                .of(tool, null)
                                .safety())
                        .isEqualTo(trusted));
        runner.withPropertyValues("agentkit.spring-ai.trusted-mcp-servers=hub,git")
                .run(context -> assertThat(context.getBean(FactsOfTools.class)
                                .of(tool, null)
                                .safety())
                        .isEqualTo(untrusted));
    }

    @Test
    void hintsOfAnAsynchronousClientAreReadToo() {
        McpAsyncClient client = mock(McpAsyncClient.class);
        when(client.getClientInfo())
                .thenReturn(
                        McpSchema.Implementation.builder("app - github", "1").build());
        ToolCallback tool = AsyncMcpToolCallback.builder()
                .mcpClient(client)
                .tool(described(new McpSchema.ToolAnnotations(null, true, null, null, null, null)))
                .prefixedToolName("issues")
                .build();

        runner.withPropertyValues("agentkit.spring-ai.trusted-mcp-servers=github")
                .run(context -> {
                    assertThat(context.getBean(FactsOfTools.class)
                                    .of(tool, null)
                                    .safety())
                            .isEqualTo(ToolSafety.READ_ONLY);
                    assertThat(context.getBean(ToolDeclarations.class)
                                    .known("default")
                                    .get("issues")
                                    .sources())
                            .containsEntry("safety", "hints of MCP server 'app - github'");
                });
    }

    @Test
    void theConfigurationComesBeforeHints() {
        ToolCallback tool = remote(new McpSchema.ToolAnnotations(null, null, true, null, null, null));

        runner.withPropertyValues("agentkit.tool.tools.issues.safety=read-only")
                .run(context -> assertThat(context.getBean(FactsOfTools.class)
                                .of(tool, null)
                                .safety())
                        .isEqualTo(ToolSafety.READ_ONLY));
    }

    private static ToolCallback remote(McpSchema.ToolAnnotations hints) {
        McpSyncClient client = mock(McpSyncClient.class);
        when(client.getClientInfo())
                .thenReturn(
                        McpSchema.Implementation.builder("app - github", "1").build());
        return SyncMcpToolCallback.builder()
                .mcpClient(client)
                .tool(described(hints))
                .prefixedToolName("issues")
                .build();
    }

    private static McpSchema.Tool described(McpSchema.ToolAnnotations hints) {
        return McpSchema.Tool.builder("issues", Map.of("type", "object"))
                .annotations(hints)
                .build();
    }

    private static ToolFacts facts(FactsOfTools facts, Object tools, String name) {
        return provided(facts, () -> ToolCallbacks.from(tools), name);
    }
}
