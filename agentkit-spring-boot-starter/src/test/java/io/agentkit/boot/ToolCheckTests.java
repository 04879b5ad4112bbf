package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.ToolMiddleware;
import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.boot.TestChains.Printed;
import io.agentkit.tool.ToolSafety;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ToolCheckTests {

    private static final String SCHEMA = """
            {
              "type": "object",
              "$defs": { "Source": { "type": "object", "properties": { "url": {}, "next": { "$ref": "#/$defs/Source" } } } },
              "properties": {
                "url": { "type": "string" },
                "a.b": { "type": "string" },
                "source": { "$ref": "#/$defs/Source" },
                "mirrors": { "type": "array", "items": { "type": "object", "properties": { "url": {} } } },
                "headers": { "type": "object" },
                "either": { "anyOf": [ { "type": "string" } ] }
              },
              "additionalProperties": false
            }""";

    @Test
    void takesArgumentsThatTheToolHas() {
        String all = "url, a.b, source.url, source.next.next.url, mirrors.url, headers.Authorization, either.x, source";

        assertThat(failure("{ secret-arguments: [%s] }".formatted(all), fetch()))
                .isNull();
    }

    @Test
    void refusesArgumentsThatTheToolDoesNotHave() {
        assertThat(failure("{ safety: read-only, url-arguments: [ulr] }", fetch()))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.tool.tools.fetch.url-arguments
                        Origin: Byte array resource [application.yml] - 4:51
                        Reason: Tool 'fetch' has no argument 'ulr'
                        """, "Did you mean 'url'? Arguments there: a.b, either, headers, mirrors, source, url."));
        assertThat(failure("{ secret-arguments: [mirrors.uri] }", fetch()).action())
                .isEqualTo("Did you mean 'url'? Arguments there: url.");
    }

    @Test
    void refusesArgumentsOfAToolThatHasNone() {
        ToolInCode now = new ToolInCode("fetch", """
                { "type": "object", "properties": {}, "additionalProperties": false }""", List.of());

        assertThat(failure("{ secret-arguments: [pin] }", now).action())
                .isEqualTo("Remove it: the tool takes no arguments there.");
    }

    @Test
    void takesAnyArgumentOfASchemaThatItCannotRead() {
        for (String schema : List.of(
                "",
                "no JSON",
                "[]",
                "{}",
                "{\"$ref\":\"#/a\"}",
                "{\"$ref\":\"http://x\"}",
                "{\"$ref\":\"#\"}",
                "{\"$ref\":\"\"}")) {
            assertThat(failure("{ secret-arguments: [pin] }", new ToolInCode("fetch", schema, List.of())))
                    .as(schema)
                    .isNull();
        }
    }

    @Test
    void asksNothingOfToolsThatFitAPattern() {
        assertThat(failure("{ safety: read-only }\n          \"[fet*]\": { secret-arguments: [pin] }", fetch()))
                .isNull();
    }

    @Test
    void refusesSourcesThatContradictEachOther() {
        ToolDeclaration code = new ToolDeclaration(
                "@AgentTool at Web.fetch", new ToolSettings(ToolSafety.READ_ONLY, null, null, null, null, null));

        assertThat(failure("{ idempotency: call-id }", new ToolInCode("fetch", SCHEMA, List.of(code))))
                .isEqualTo(Printed.of("""
                        Property: agentkit.tool.tools.fetch.idempotency
                        Origin: Byte array resource [application.yml] - 4:29
                        Reason: It says that calls can be the same one, and @AgentTool at Web.fetch that the tool is read-only, of tool 'fetch'
                        """, "Correct one of the two, or write what holds into the configuration."));
    }

    @Test
    void refusesAnAnnotationAboutAnArgumentThatIsNotThere() {
        ToolDeclaration code = new ToolDeclaration(
                "@AgentTool at Web.fetch", new ToolSettings(null, null, null, Set.of("address"), null, null));

        assertThat(failure("{ timeout: 5s }", new ToolInCode("fetch", SCHEMA, List.of(code)))
                        .description())
                .contains("Property: @AgentTool at Web.fetch", "Tool 'fetch' has no argument 'address'");
    }

    @Test
    void hintsAtANameThatNoToolHas(CapturedOutput output) {
        TestChains.yml("agentkit.tool.tools: { fecth: { safety: read-only }, remote: {safety: read-only } }")
                .run(context -> context.getBean(ToolDeclarations.class).check(List.of(fetch())));

        assertThat(output)
                .containsOnlyOnce(
                        "'agentkit.tool.tools.fecth' is about a tool that the application does not have at its start; was 'fetch' meant?")
                .doesNotContain("tools.remote'");
    }

    @Test
    void warnsOfAFactThatNothingReads(CapturedOutput output) {
        TestChains.yml("""
                        agentkit:
                          tool:
                            chain: [audit]
                            tools:
                              fetch: { url-arguments: [url], timeout: 5s, safety: read-only, secret-arguments: [url] }
                          chains:
                            web: { tool: { chain: [egress], tools: { fetch: { url-arguments: [url], idempotency: call-id } } } }
                            slow: { tool: { chain: [timeout], timeout: { total: 9s } } }
                        """)
                .run(context -> context.getBean(ToolDeclarations.class)
                        .check(List.of(new ToolInCode("pay", SCHEMA, List.of(annotated())))));

        assertThat(output)
                .containsOnlyOnce("has no effect")
                .contains(
                        "'agentkit.chains.web.tool.tools.fetch.idempotency' (Byte array resource [application.yml] - 7:90) has"
                                + " no effect: no chain of the tool has 'idempotent', which would read it. Write 'idempotent' into"
                                + " 'agentkit.chains.web.tool.chain', or remove it");
    }

    @Test
    void warnsOfAnAnnotationThatNothingReads(CapturedOutput output) {
        TestChains.yml("agentkit.tool.chain: [audit]")
                .run(context -> context.getBean(ToolDeclarations.class)
                        .check(List.of(new ToolInCode("pay", SCHEMA, List.of(annotated())))));

        assertThat(output)
                .containsOnlyOnce(
                        "'url-arguments' of @AgentTool at Web.pay has no effect: no chain of the tool has 'egress',"
                                + " which would read it. Write 'egress' into 'agentkit.tool.chain', or remove it");
    }

    @Test
    void doesNotKnowWhatAMiddlewareOfTheApplicationReads(CapturedOutput output) {
        TestChains.yml("agentkit.tool.chain: [audit, own]")
                .withBean("own", ToolMiddleware.class, () -> (call, next) -> next.call(call))
                .run(context -> context.getBean(ToolDeclarations.class)
                        .check(List.of(new ToolInCode("pay", SCHEMA, List.of(annotated())))));

        assertThat(output).doesNotContain("has no effect");
    }

    private static ToolDeclaration annotated() {
        return new ToolDeclaration(
                "@AgentTool at Web.pay", new ToolSettings(null, null, null, Set.of("url"), null, null));
    }

    private static ToolInCode fetch() {
        return new ToolInCode("fetch", SCHEMA, List.of());
    }

    private static Printed failure(String settings, ToolInCode tool) {
        Printed[] printed = new Printed[1];
        TestChains.yml("agentkit:\n  tool:\n    tools:\n      fetch: " + settings.replace("\n          ", "\n      "))
                .run(context -> {
                    InvalidConfigurationException refused = catchThrowableOfType(
                            InvalidConfigurationException.class,
                            () -> context.getBean(ToolDeclarations.class).check(List.of(tool)));
                    FailureAnalysis analysis = refused == null ? null : refused.analysis();
                    printed[0] = analysis == null ? null : new Printed(analysis.getDescription(), analysis.getAction());
                });
        return printed[0];
    }
}
