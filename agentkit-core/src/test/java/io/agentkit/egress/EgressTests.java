package io.agentkit.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.CallSettings;
import io.agentkit.ErrorKind;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTests {

    private static final ToolFacts FETCH =
            new ToolFacts("fetch", ToolSafety.READ_ONLY).withUrlArguments(Set.of("url", "source.url", "links"));

    private static final ToolFacts UNDECLARED = ToolFacts.unknown("post");

    private final ChainHarness harness = ChainHarness.create();

    private void guard(EgressSpec spec) {
        harness.addTool("egress", spec.toolMiddleware(harness.resources()));
    }

    private void call(ToolFacts facts, String arguments) {
        harness.toolHandler().call(ToolRequest.of(facts, arguments), CallSettings.DEFAULTS);
    }

    private EgressBlockedException refusal(ToolFacts facts, String arguments) {
        int before = harness.tool.calls();
        EgressBlockedException refusal =
                catchThrowableOfType(EgressBlockedException.class, () -> call(facts, arguments));
        assertThat(refusal).as(arguments).isNotNull();
        assertThat(harness.tool.calls()).isEqualTo(before);
        return refusal;
    }

    @Test // TC-140
    void callsNoToolThatWouldReachAHostThatIsNotAllowed() {
        guard(EgressSpec.defaults().withAllow(List.of("example.com")));

        EgressBlockedException refusal = refusal(FETCH, "{\"url\": \"https://user-data.evil.com/?key=secret\"}");
        call(FETCH, "{\"url\": \"https://api.example.com/x\"}");

        assertThat(refusal.kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(refusal.rule()).isEqualTo(EgressRule.NOT_ALLOWED);
        assertThat(refusal)
                .hasMessage("The tool was not called: it may not reach what argument 'url' says: its host is not one"
                        + " that the application allows.");
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void tellsWhatWasRefusedWithoutTheUrl() {
        guard(EgressSpec.defaults());

        refusal(FETCH, "{\"source\": {\"url\": \"http://10.0.0.7/?token=secret\"}}");

        EgressBlocked event = harness.events.of(EgressBlocked.class).get(0);
        assertThat(event.name()).isEqualTo("egress.blocked");
        assertThat(event.tool()).isEqualTo("fetch");
        assertThat(event.argument()).isEqualTo("source.url");
        assertThat(event.rule()).isEqualTo(EgressRule.PRIVATE);
        assertThat(event.toString()).doesNotContain("10.0.0.7", "secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\": \"http://127.0.0.1/\"}",
                "{\"source\": {\"url\": \"http://127.0.0.1/\"}}",
                "{\"source.url\": \"http://127.0.0.1/\"}",
                "{\"source\": [{\"url\": \"https://example.com\"}, {\"url\": \"http://127.0.0.1/\"}]}",
                "{\"links\": [\"https://example.com\", [\"http://127.0.0.1/\"]]}",
                "{\"\\u0075rl\": \"http:\\/\\/127.0.0.1\\u002f\"}"
            })
    void looksAtDeclaredArgumentsWhereverTheyStand(String arguments) {
        guard(EgressSpec.defaults().withScan(EgressScan.DECLARED));

        assertThat(refusal(FETCH, arguments).rule()).isEqualTo(EgressRule.PRIVATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\": 2130706433}",
                "{\"url\": true}",
                "{\"url\": {\"href\": \"https://example.com\"}}",
                "{\"links\": [\"https://example.com\", 1]}",
                "{\"url\": \"https://example.com\", \"url\": \"http://127.0.0.1\"}",
                "{\"url\": \"https://example.com\", \"\\u0075rl\": \"http://127.0.0.1\"}",
                "{\"url\": \"https://example.com\"} {\"url\": \"http://127.0.0.1\"}",
                "{\"url\": \"https://example.com\"",
                "{'url': 'https://example.com'}",
                "{\"url\": \"https://example.com\",}",
                "http://127.0.0.1",
                "{\"a\": NaN}"
            })
    void refusesArgumentsThatCannotBeJudged(String arguments) {
        guard(EgressSpec.defaults().withScan(EgressScan.DECLARED));

        assertThat(refusal(FETCH, arguments).rule()).isEqualTo(EgressRule.ARGUMENTS);
    }

    @Test
    void refusesArgumentsThatAreNestedTooDeeply() {
        guard(EgressSpec.defaults());

        assertThat(refusal(UNDECLARED, "[".repeat(100_000)).rule()).isEqualTo(EgressRule.ARGUMENTS);
        assertThat(refusal(UNDECLARED, "{\"a\":".repeat(100_000)).rule()).isEqualTo(EgressRule.ARGUMENTS);
    }

    @Test
    void letsADeclaredArgumentBeAbsent() {
        guard(EgressSpec.defaults());

        call(FETCH, "{}");
        call(FETCH, "");
        call(FETCH, "{\"url\": null, \"links\": [], \"source\": {\"name\": \"x\"}, \"n\": 1}");

        assertThat(harness.tool.calls()).isEqualTo(3);
    }

    @ParameterizedTest // EG-12
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/",
                "  http://169.254.169.254/?a b",
                "http://169.254.\\n169.254/",
                "h\\tttp://169.254.169.254/",
                "//169.254.169.254/",
                "\\\\\\\\169.254.169.254\\\\c$",
                "localhost:8080/x",
                "127.0.0.1/admin",
                "[::1]:80",
                "file:///etc/passwd",
                "file:/etc/passwd",
                "jar:http://127.0.0.1!/",
                "javascript:alert(1)",
                "http:127.0.0.1",
                "url:http://127.0.0.1/",
                "classpath:application.yml"
            })
    void guardsToolsThatDeclareNothing(String text) {
        guard(EgressSpec.defaults());

        refusal(UNDECLARED, "{\"target\": \"%s\"}".formatted(text));
        refusal(UNDECLARED, "{\"a\": [{\"b\": \"%s\"}]}".formatted(text));
        refusal(UNDECLARED, "{\"%s\": 1}".formatted(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/?next=http://localhost/",
                "curl http://localhost:3000 to see it",
                "10.0.0.1",
                "localhost",
                "C:\\\\Users\\\\x",
                "// a comment",
                "data:image/png;base64,eA==",
                "note: buy milk",
                "1.2.3.4.5/6",
                "a/b",
                "12:30",
                "x",
                ""
            })
    void letsOtherTextsPass(String text) {
        guard(EgressSpec.defaults());

        call(UNDECLARED, "{\"text\": \"%s\", \"n\": 2130706433}".formatted(text));

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    /** Spring AI reads an argument that is no text out of the text that a model wrote in its place. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"source\": \"{\\\"url\\\": \\\"http://127.0.0.1/\\\"}\"}",
                "{\"source\": \" \\n{\\\"url\\\": \\\"http://127.0.0.1/\\\"}\"}",
                "{\"source\": \"{\\\"url\\\": \\\"https://example.com\\\", \\\"url\\\": \\\"http://127.0.0.1/\\\"}\"}",
                "{\"source\": \"{\\\"url\\\": \\\"http://127.0.0.1/\\\"} and more\"}",
                "{\"source\": [\"{\\\"url\\\": \\\"http://127.0.0.1/\\\"}\"]}"
            })
    void looksAtDeclaredArgumentsInJsonThatIsText(String arguments) {
        guard(EgressSpec.defaults().withScan(EgressScan.DECLARED));

        EgressBlockedException refusal = refusal(FETCH, arguments);

        assertThat(refusal.rule()).isEqualTo(EgressRule.PRIVATE);
        assertThat(refusal.argument()).isEqualTo("source.url");
    }

    @Test
    void refusesTextWithADeclaredArgumentThatCannotBeJudged() {
        guard(EgressSpec.defaults().withScan(EgressScan.DECLARED));

        assertThat(refusal(FETCH, "{\"source\": \"{'url': 'http://127.0.0.1/'}\"}")
                        .rule())
                .isEqualTo(EgressRule.ARGUMENTS);
        call(FETCH, "{\"source\": \"a text\", \"note\": \"[see above\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"request\": \"{\\\"target\\\": \\\"http://127.0.0.1/\\\"}\"}",
                "{\"targets\": \"[\\\"https://example.com\\\", \\\"http://127.0.0.1/\\\"]\"}",
                "{\"target\": \"\\\"http://127.0.0.1/\\\"\"}",
                "{\"a\": \"{\\\"b\\\": \\\"{\\\\\\\"c\\\\\\\": \\\\\\\"http://127.0.0.1/\\\\\\\"}\\\"}\"}"
            })
    void looksIntoJsonThatIsText(String arguments) {
        guard(EgressSpec.defaults());

        assertThat(refusal(UNDECLARED, arguments).rule()).isEqualTo(EgressRule.PRIVATE);
    }

    @Test
    void letsATextPassThatOnlyBeginsAsJson() {
        guard(EgressSpec.defaults());

        call(UNDECLARED, "{\"a\": \"[see the list](x) at http://localhost\", \"b\": \"{broken\", \"c\": \"\\\"\"}");
        call(UNDECLARED, "{\"a\": \"%s\"}".formatted("[".repeat(100_000)));

        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void looksForUrlsInsideTextsWhenToldTo() {
        guard(EgressSpec.defaults().withScan(EgressScan.ANY));

        refusal(UNDECLARED, "{\"text\": \"curl http://localhost:3000/ to see it\"}");
        refusal(UNDECLARED, "{\"body\": \"{\\\"url\\\": \\\"http://10.0.0.1/\\\"}\"}");
        call(UNDECLARED, "{\"text\": \"See https://example.com/a, or (http://8.8.8.8).\"}");

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void looksAtDeclaredArgumentsAloneWhenToldTo() {
        guard(EgressSpec.defaults().withScan(EgressScan.DECLARED));

        call(UNDECLARED, "{\"url\": \"http://localhost\", broken");

        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void showsNoNameOfAMemberThatIsNoNameOfAParameter() {
        guard(EgressSpec.defaults());

        EgressBlockedException refusal = refusal(UNDECLARED, "{\"my secret\": {\"x\": \"http://localhost/\"}}");

        assertThat(refusal.argument()).isEmpty();
        assertThat(refusal)
                .hasMessage("The tool was not called: its host is a name of the machine itself or of a"
                        + " private network.");
    }

    @Test
    void keepsAToolToHostsOfItsOwn() {
        guard(EgressSpec.defaults()
                .withAllow(List.of("example.com", "example.org"))
                .withTools(Map.of(
                        "fetch", ToolEgress.hosts("example.org", "other.com"),
                        "*", ToolEgress.hosts("example.com"))));

        call(FETCH, "{\"url\": \"https://example.org/\"}");
        call(UNDECLARED, "{\"url\": \"https://example.com/\"}");

        assertThat(refusal(FETCH, "{\"url\": \"https://example.com\"}").rule()).isEqualTo(EgressRule.NOT_ALLOWED);
        assertThat(refusal(FETCH, "{\"url\": \"https://other.com\"}").rule()).isEqualTo(EgressRule.NOT_ALLOWED);
        assertThat(refusal(UNDECLARED, "{\"url\": \"https://example.org\"}").rule())
                .isEqualTo(EgressRule.NOT_ALLOWED);
    }

    @Test // TC-143
    void letsNoToolReachMoreThanAllMay() {
        guard(EgressSpec.defaults().withTools(Map.of("fetch", ToolEgress.hosts("10.0.0.1", "localhost"))));

        assertThat(refusal(FETCH, "{\"url\": \"http://10.0.0.1/\"}").rule()).isEqualTo(EgressRule.PRIVATE);
        assertThat(refusal(FETCH, "{\"url\": \"http://localhost/\"}").rule()).isEqualTo(EgressRule.PRIVATE);
    }

    @Test // TC-141
    void isMadeOnlyWithAGuardrail() {
        assertThatThrownBy(() -> new EgressMiddleware(null, EgressScan.WHOLE))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("'guardrail' must not be null");
    }

    @Test
    void asksTheGuardrailOfTheApplication() {
        Guardrail own = judging(url -> EgressDecision.refused(EgressRule.DENIED, "not today"));
        Resources resources = Resources.of(harness.resources().environment(), own);
        harness.addTool("egress", EgressSpec.defaults().toolMiddleware(resources));

        assertThat(refusal(FETCH, "{\"url\": \"https://example.com\"}")).hasMessageContaining("not today");
        assertThatThrownBy(() -> EgressSpec.defaults().withBlockPrivate(false).toolMiddleware(resources))
                .hasMessage("there is a bean of type Guardrail, which judges in place of these settings; only 'scan'"
                        + " goes with it");
    }

    @Test
    void callsNoToolWhenTheGuardrailOfTheApplicationFails() {
        Guardrail own = judging(url -> {
            throw new IllegalStateException("cannot look up " + url);
        });
        harness.addTool("egress", new EgressMiddleware(own, EgressScan.WHOLE));

        EgressBlockedException refusal = refusal(FETCH, "{\"url\": \"https://example.com/?key=secret\"}");

        assertThat(refusal.rule()).isEqualTo(EgressRule.DENIED);
        assertThat(refusal).hasMessageNotContaining("secret").hasNoCause();
    }

    @Test
    void callsNoToolWhenTheGuardrailOfTheApplicationSaysNothing() {
        harness.addTool("egress", new EgressMiddleware(judging(url -> null), EgressScan.WHOLE));

        refusal(FETCH, "{\"url\": \"https://example.com\"}");
    }

    private static Guardrail judging(Function<String, EgressDecision> urls) {
        return new Guardrail() {
            @Override
            public EgressDecision checkUrl(String url) {
                return urls.apply(url);
            }

            @Override
            public EgressDecision checkAddress(String host, InetAddress address) {
                return EgressDecision.allowed();
            }
        };
    }
}
