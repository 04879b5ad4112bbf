package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import org.junit.jupiter.api.Test;

class AgentKitTests {

    private final ChainHarness harness = ChainHarness.create();

    private final AgentKit agentKit = new AgentKit(
            harness.environment(),
            chain -> {
                if (chain != null && !chain.equals("support")) {
                    throw new IllegalArgumentException("There is no pair of chains '" + chain + "'");
                }
                return harness.chatHandler();
            },
            (name, arguments) -> harness.toolHandler().call(ToolRequest.of(ToolFacts.unknown(name), arguments)),
            new AgentKit.Codec() {
                @Override
                public <T> T read(String json, Class<T> type) {
                    return type.cast(Integer.valueOf(json));
                }

                @Override
                public String schema(Class<?> type) {
                    return "{\"type\": \"integer\"}";
                }
            },
            run -> run.tenant("by default"));

    @Test
    void talksToModels() {
        harness.model.reply("hello").reply("support here");

        assertThat(agentKit.chat().send("hi").text()).isEqualTo("hello");
        assertThat(agentKit.chat("support").send(ChatRequest.user("hi")).text()).isEqualTo("support here");
        assertThatThrownBy(() -> agentKit.chat("gone")).hasMessageContaining("'gone'");
    }

    @Test
    void streamsOnTheCallersThread() {
        harness.model.stream("hel", "lo");
        RecordedStream shown = new RecordedStream();

        assertThat(agentKit.chat().stream("hi", shown).text()).isEqualTo("hello");
        assertThat(shown.shown()).containsExactly("hel", "lo");
    }

    @Test
    void answersAreValuesOfATypeWhoseSchemaTheModelIsTold() {
        harness.model.reply("42").stream("4", "3");

        Coerced<Integer> answer = agentKit.chat().send("how many?", Integer.class);

        assertThat(answer.value()).isEqualTo(42);
        assertThat(answer.reply().text()).isEqualTo("42");
        assertThat(answer.toString()).doesNotContain("42");
        assertThat(harness.model.requests().get(0).outputSchema()).isEqualTo("{\"type\": \"integer\"}");
        ChatRequest own = ChatRequest.builder().outputSchema("{}").build();
        assertThat(agentKit.chat().stream(own, Integer.class, part -> {}).value())
                .isEqualTo(43);
        assertThat(harness.model.requests().get(1).outputSchema()).isEqualTo("{}");
    }

    @Test
    void callsToolsAndReadsTheirResults() {
        harness.tool.result("42");

        assertThat(agentKit.tool("answer").call("{}")).isEqualTo("42");
        assertThat(agentKit.tool("answer").call("{}", Integer.class)).isEqualTo(42);
    }

    @Test
    void startsOutermostRunsFromTheDefaults() {
        try (Run outer = agentKit.run(run -> run.user("ann"));
                Run inner = agentKit.run(run -> run.tenant("other"))) {
            assertThat(outer.scope().get(Scope.TENANT)).isEqualTo("by default");
            assertThat(outer.scope().get(Scope.USER)).isEqualTo("ann");
            assertThat(inner.scope().get(Scope.TENANT)).isEqualTo("other");
            assertThat(inner.parent()).isSameAs(outer);
        }
    }

    @Test
    void givesACallOutsideAnyRunTheDefaultsToo() {
        harness.add("see", (call, next) -> {
            assertThat(call.scope().get(Scope.TENANT)).isEqualTo("by default");
            return next.call(call);
        });
        harness.model.reply("hello");

        agentKit.chat().send("hi");

        assertThat(harness.model.calls()).isOne();
    }

    @Test
    void refusesToCarryARunThroughWhatIsNoStream() {
        Run run = agentKit.run(spec -> {});

        assertThatThrownBy(() -> run.wrap("text")).hasMessageContaining("must be a stream of a known library");
        assertThat(Run.current()).isNull();
    }
}
