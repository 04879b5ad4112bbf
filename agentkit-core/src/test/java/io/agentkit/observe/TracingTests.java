package io.agentkit.observe;

import static io.agentkit.observe.RecordedObservations.keys;
import static io.agentkit.observe.RecordedObservations.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.StreamMode;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import io.agentkit.tool.ToolSecrets;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TracingTests {

    private final RecordedObservations observations = new RecordedObservations();

    private final ChainHarness harness = harness(TracingSpec.defaults());

    private ChainHarness harness(TracingSpec spec) {
        ChainHarness made = ChainHarness.create();
        return made.add("tracing", spec.chatMiddleware(made.resources(observations.registry)));
    }

    private Map<String, String> chat() {
        return keys(observations.only("agentkit.chat"));
    }

    @Test // TC-016
    void describesACallThatSucceeds() {
        harness.pricing((model, usage) -> Money.usd("0.0125"));
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("hello"))
                .model("m-1-2026")
                .usage(Usage.of(100, 20))
                .build());

        harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.user("hi")))
                        .model("m-1")
                        .build());

        Observation.Context context = observations.only("agentkit.chat");
        assertThat(context.getContextualName()).isEqualTo("chat m-1");
        assertThat(context.getError()).isNull();
        assertThat(chat())
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.request.model", "m-1")
                .containsEntry("gen_ai.response.model", "m-1-2026")
                .containsEntry("gen_ai.usage.input_tokens", "100")
                .containsEntry("gen_ai.usage.output_tokens", "20")
                .containsEntry("gen_ai.response.finish_reasons", "stop")
                .containsEntry("agentkit.cost.usd", "0.0125")
                .containsEntry("agentkit.cost.exact", "true")
                .containsEntry("agentkit.attempts", "1")
                .containsEntry("agentkit.requests", "1")
                .doesNotContainKey("error.type");
    }

    @Test // TC-004
    void namesRunAndScope() {
        harness.model.reply("hello").reply("hello");

        harness.chat("hi");
        try (Run run = Run.open(
                harness.environment(), r -> r.tenant("42").agent("support").id("run-1"))) {
            assertThat(run.id()).isEqualTo("run-1");
            harness.chat("hi");
        }

        List<Observation.Context> calls = observations.ended.stream()
                .filter(each -> each instanceof ChatObservationContext)
                .toList();
        assertThat(keys(calls.get(0))).containsEntry("agentkit.scope.tenant", "none");
        assertThat(keys(calls.get(1)))
                .containsEntry("agentkit.scope.tenant", "42")
                .containsEntry("agentkit.run.id", "run-1")
                .containsEntry("gen_ai.agent.name", "support");
    }

    @Test // TC-005, TC-012, TC-015
    void carriesTheFailureThatTheCallerSees() {
        RuntimeException failure = new AgentKitException(ErrorKind.OVERLOADED, "no");
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);

        assertThat(observations.only("agentkit.chat").getError()).isSameAs(failure);
        assertThat(chat())
                .containsEntry("error.type", AgentKitException.class.getName())
                .containsEntry("agentkit.error.kind", "overloaded");
    }

    @Test // TC-013
    void carriesAFailureAfterTheFirstDelta() {
        RuntimeException failure = new AgentKitException(ErrorKind.NETWORK, "cut");
        harness.model.streamThenFail(failure, "he");

        assertThatThrownBy(() -> harness.stream("hi", new RecordedStream())).isSameAs(failure);

        assertThat(observations.only("agentkit.chat").getError()).isSameAs(failure);
    }

    @Test // TC-017
    void endsCleanlyWhenTheConsumerWalksAway() {
        Cancellation cancellation = Cancellation.create();
        harness.model.run(attempt -> {
            attempt.delta(Delta.text("he"));
            cancellation.cancel(Cancellation.Reason.CONSUMER);
            throw new CancelledException(Cancellation.Reason.CONSUMER, null);
        });
        CallSettings settings = CallSettings.DEFAULTS
                .withCancellation(cancellation)
                .streamingTo(new RecordedStream(), StreamMode.COMMIT);

        assertThatThrownBy(() -> harness.chatHandler().call(ChatRequest.user("hi"), settings))
                .isInstanceOf(CancelledException.class);

        assertThat(observations.ended)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.getError()).isNull());
        assertThat(chat()).containsEntry("agentkit.error.kind", "cancelled");
        assertThat(observations.registry.getCurrentObservation()).isNull();
    }

    @Test // TC-026
    void measuresTheFirstTextOfAStream() {
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofMillis(70));
            attempt.delta(Delta.text("hello"));
            attempt.delta(Delta.finish(FinishReason.STOP));
            return attempt.assembled().build();
        });

        harness.stream("hi", new RecordedStream());

        assertThat(chat()).containsEntry("gen_ai.response.time_to_first_chunk", "0.070000000");
    }

    @Test // TC-026
    void measuresNoFirstTextWhereThereIsNone() {
        harness.model.run(attempt -> {
            attempt.delta(Delta.finish(FinishReason.STOP));
            return attempt.assembled().build();
        });

        harness.stream("hi", new RecordedStream());

        assertThat(chat()).doesNotContainKey("gen_ai.response.time_to_first_chunk");
    }

    @Test // TC-024
    void namesTheFirstToolsAndCountsAll() {
        List<ToolCall> calls = IntStream.range(0, 25)
                .mapToObj(i -> new ToolCall("id" + i, "t" + i, "{}"))
                .toList();
        harness.model.reply(ChatReply.builder()
                .message(Message.assistant("", calls))
                .finishReason(FinishReason.TOOL_USE)
                .build());

        harness.chat("hi");

        assertThat(chat().get("agentkit.response.tool_calls"))
                .startsWith("t0,t1,")
                .endsWith("t15,+9 more");
        assertThat(chat()).containsEntry("agentkit.response.tool_call_count", "25");
    }

    @Test // TC-025
    void showsTokensOfTheProvidersCacheAndWhatTheySave() {
        harness.pricing((model, usage) ->
                Money.usd("0.01").times(usage.input()).plus(Money.usd("0.001").times(usage.cacheRead())));
        harness.model.reply(ChatReply.of("hello", Usage.of(20, 80, 5, 10)));

        harness.chat("hi");

        assertThat(chat())
                .containsEntry("gen_ai.usage.input_tokens", "105")
                .containsEntry("gen_ai.usage.cache_read.input_tokens", "80")
                .containsEntry("gen_ai.usage.cache_creation.input_tokens", "5")
                .containsEntry("agentkit.cost.saved_by_cache_usd", "0.72");
    }

    @Test // TC-025
    void keepsQuietAboutACacheThatWasNotUsed() {
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(chat())
                .doesNotContainKey("gen_ai.usage.cache_read.input_tokens")
                .doesNotContainKey("gen_ai.usage.cache_creation.input_tokens")
                .doesNotContainKey("agentkit.cost.saved_by_cache_usd");
    }

    @Test
    void putsNoTextOnTheObservationUnlessAsked() {
        harness.model.reply("a-secret-answer");

        harness.chat("a-secret-question");

        observations.ended.forEach(each -> assertThat(keys(each).toString()).doesNotContain("a-secret"));
    }

    @Test // TC-018
    void putsMessagesOnTheObservationWhenAsked() {
        ChainHarness withContent = harness(new TracingSpec(true));
        withContent.model.reply("hello");

        withContent
                .chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.system("be kind"), Message.user("a \"b\""), Message.user("c")))
                        .build());

        assertThat(chat())
                .containsEntry(
                        "gen_ai.input.messages",
                        "[{\"role\":\"system\",\"parts\":[{\"type\":\"text\",\"content\":\"be kind\"}]},"
                                + "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"a \\\"b\\\"\"}]},"
                                + "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"c\"}]}]")
                .containsEntry(
                        "gen_ai.output.messages",
                        "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"hello\"}]}]");
    }

    @Test // TC-020, AU-01
    void cutsAndMasksMessages() {
        ChainHarness withContent = harness(new TracingSpec(true));
        withContent.model.reply("hello");

        withContent.chat("https://host/a?key=AIza-1 " + "x".repeat(10_000));

        String messages = chat().get("gen_ai.input.messages");
        assertThat(messages)
                .contains("https://host/a?key=REDACTED xxx")
                .contains(" [truncated]\"")
                .doesNotContain("AIza-1");
        assertThat(messages.length()).isLessThan(8_192 + 100);
    }

    @Test
    void masksSecretArgumentsOfToolsThatTheModelAsksFor() {
        ChainHarness made = ChainHarness.create();
        ToolSecrets secrets = tool -> "login".equals(tool) ? Set.of("password") : Set.of();
        made.add("tracing", new TracingSpec(true).chatMiddleware(made.resources(observations.registry, secrets)));
        String arguments = "{\"password\":\"s3cret\",\"user\":\"ann\"}";
        ToolCall login = new ToolCall("2", "login", arguments);
        ToolCall earlier = new ToolCall("1", "login", arguments);
        made.model.reply(ChatReply.builder()
                .message(Message.assistant("", List.of(login)))
                .build());

        made.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.user("hi"), Message.assistant("", List.of(earlier))))
                        .build());

        assertThat(chat().toString()).contains("ann", "REDACTED").doesNotContain("s3cret");
    }

    @Test // TC-021
    void hasAnAnswerAlsoWithoutMessages() {
        ChainHarness withContent = harness(new TracingSpec(true));
        withContent.model.reply("hello");

        withContent.chatHandler().call(ChatRequest.builder().build());

        assertThat(chat())
                .containsEntry("gen_ai.input.messages", "[]")
                .hasEntrySatisfying(
                        "gen_ai.output.messages", output -> assertThat(output).contains("hello"));
    }

    @Test // AU-01
    void masksCredentialsInTheTextOfAFailure() {
        ChainHarness withContent = harness(new TracingSpec(true));
        RuntimeException failure = new IllegalStateException("GET https://host/v1?key=AIza-1 failed");
        withContent.model.fail(failure);

        assertThatThrownBy(() -> withContent.chat("hi")).isSameAs(failure);

        assertThat(observations.ended)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.getError())
                        .hasMessage("java.lang.IllegalStateException: GET https://host/v1?key=REDACTED failed"));
        assertThat(chat()).containsEntry("error.type", "java.lang.IllegalStateException");
    }

    @Test // AU-01
    void tellsOfAFailureWithoutItsText() {
        harness.model.fail(new IllegalStateException("the prompt was: my secret", new RuntimeException("my secret")));

        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(IllegalStateException.class);

        assertThat(observations.ended)
                .allSatisfy(each -> assertThat(each.getError())
                        .hasMessageNotContaining("secret")
                        .hasNoCause());
    }

    @Test // AU-02
    void hasTheSameLabelsHoweverTheCallEnds() {
        harness.model.reply("hello").fail(new IllegalStateException("no"));
        harness.model.reply(
                ChatReply.builder().cacheStatus(CacheStatus.HIT).model("m").build());

        harness.chat("hi");
        assertThatThrownBy(() -> harness.chat("hi")).isInstanceOf(IllegalStateException.class);
        harness.chat("hi");

        Set<String> names = labels(observations.ended.get(1)).keySet();
        assertThat(observations.ended.stream()
                        .filter(each -> each instanceof ChatObservationContext)
                        .map(each -> labels(each).keySet()))
                .hasSize(3)
                .allMatch(names::equals);
        assertThat(labels(observations.ended.get(1))).containsEntry("gen_ai.response.model", "none");
    }

    @Test // AU-03
    void boundsTheModelsInItsLabels() {
        for (int i = 0; i < 150; i++) {
            harness.model.reply("hello");
            harness.chatHandler().call(ChatRequest.builder().model("model-" + i).build());
        }

        List<String> models = new ArrayList<>();
        observations.ended.stream()
                .filter(each -> each instanceof ChatObservationContext)
                .forEach(each -> models.add(labels(each).get("gen_ai.request.model")));
        assertThat(models).hasSize(150);
        assertThat(Set.copyOf(models)).hasSize(101).contains("other");
    }

    @Test
    void doesNothingWithoutARegistry() {
        ChainHarness plain = ChainHarness.create();
        plain.add("tracing", TracingSpec.defaults().chatMiddleware(plain.resources()));
        plain.model.reply("hello");

        assertThat(plain.chat("hi").text()).isEqualTo("hello");
        assertThat(ObservationRegistry.NOOP.getCurrentObservation()).isNull();
    }

    @Test // CO-28
    void endsTheObservationOfEachRoundWithItsOwnTokensBeforeItsToolsRun() {
        harness
                .model
                .run(attempt -> {
                    attempt.delta(Delta.toolCalls(List.of(new ToolCall("1", "look", "{}"))));
                    attempt.delta(Delta.usage(Usage.of(100, 7)));
                    attempt.delta(Delta.finish(FinishReason.TOOL_USE));
                    return attempt.assembled().build();
                })
                .stream("done");

        harness.stream("hi", new RecordedStream());
        List<Map<String, String>> beforeTheTool = calls();
        harness.stream("hi", new RecordedStream());

        assertThat(beforeTheTool).hasSize(1);
        assertThat(calls())
                .extracting(call -> call.get("gen_ai.usage.output_tokens"))
                .containsExactly("7", "20");
    }

    private List<Map<String, String>> calls() {
        return observations.ended.stream()
                .filter(each -> each.getName().equals("agentkit.chat"))
                .map(RecordedObservations::keys)
                .toList();
    }
}
