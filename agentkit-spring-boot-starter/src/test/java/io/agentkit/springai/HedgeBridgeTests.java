package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.money.Money;
import io.agentkit.resilience.AllModelsFailedException;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.SpendTotals;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.test.FakeTime;
import io.agentkit.test.OwnThread;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.AnthropicWebSearchTool;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;

/** Races over HTTP with the real clients. Each provider's model has the other provider's as its backup, at OpenAI by its model's name. */
class HedgeBridgeTests {

    @RegisterExtension
    static final HttpFixture http = hedging("claude-test", "openAiChatModel");

    /** Another application, where each model has a second backup of its own provider. */
    @RegisterExtension
    static final HttpFixture several = hedging("claude-test,gpt-second", "openAiChatModel,claude-second");

    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private static final Reply BUSY = Reply.error(ProviderError.OVERLOADED);

    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();
    private final Gate first = Gate.closed();
    private final Gate second = Gate.closed();

    @BeforeEach
    void reset() {
        context.getBean(CostMeter.class).reset();
    }

    @AfterEach
    void letTheServerGo() {
        first.open();
        second.open();
    }

    private static HttpFixture hedging(String backupsOfOpenAi, String backupsOfAnthropic) {
        return new HttpFixture(
                "--spring.ai.openai.max-retries=0",
                "--spring.ai.anthropic.max-retries=0",
                "--agentkit.chat.chain=chatRecorder,cost,hedge,probing",
                "--agentkit.chat.hedge.backups=" + backupsOfOpenAi,
                "--agentkit.chat.hedge.delay=10s",
                "--agentkit.chains.reversed.chat.chain=chatRecorder,cost,hedge,probing",
                "--agentkit.chains.reversed.chat.hedge.backups=" + backupsOfAnthropic,
                "--agentkit.chains.reversed.chat.hedge.delay=10s",
                "--agentkit.chains.reversed.tool.chain=toolRecorder",
                "--agentkit.assign.models.anthropicChatModel=reversed",
                "--agentkit.pricing.models[anthropic/claude-test].input=1000000",
                "--agentkit.pricing.models[anthropic/claude-test].output=0",
                "--agentkit.pricing.models[openai/gpt-test].input=2000000",
                "--agentkit.pricing.models[openai/gpt-test].output=0");
    }

    private static String own(Side side) {
        return side == Side.OPENAI ? "gpt-test" : "claude-test";
    }

    private static String backup(Side side) {
        return own(side == Side.OPENAI ? Side.ANTHROPIC : Side.OPENAI);
    }

    private static String lastBackup(Side side) {
        return side == Side.OPENAI ? "gpt-second" : "claude-second";
    }

    private static String model(RecordedRequest request) {
        return request.json().at("/model").text();
    }

    private List<String> asked() {
        return asked(server);
    }

    private static List<String> asked(ProviderServer server) {
        return server.requests().stream().map(HedgeBridgeTests::model).toList();
    }

    /** What each model answers; others are busy. */
    private void answers(Map<String, Reply> replies) {
        server.respondWith(request -> replies.getOrDefault(model(request), BUSY));
    }

    private CompletableFuture<String> called(Side side) {
        return called(side, context);
    }

    private static CompletableFuture<String> called(Side side, ConfigurableApplicationContext context) {
        return OwnThread.supply(
                () -> side.model(context).call(PROMPT).getResult().getOutput().getText());
    }

    private CompletableFuture<String> streamed(Side side) {
        return OwnThread.supply(() -> ChatModelStreamTests.text(
                side.model(context).stream(PROMPT).collectList().block(LIMIT)));
    }

    /**
     * A stream that stalls when something came of it, yet nothing that shows. Spring AI's model of Anthropic passes on none of the events before
     * the first piece of content, so until then its connection is not known; thoughts it passes on without their text.
     */
    private Reply unseen(Side side) {
        Reply reply = Reply.chunks("la", "te");
        return side == Side.OPENAI
                ? reply.stallAfter(0, first)
                : reply.thinking("well").stallAfter(1, first);
    }

    private void passDelay() throws Exception {
        within(OwnThread.run(() -> context.getBean(FakeTime.class).advance(DELAY)));
    }

    private static <T> T within(CompletableFuture<T> answer) throws Exception {
        return answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @ParameterizedTest // TC-230
    @EnumSource
    void aSlowModelLosesAndItsConnectionIsClosed(Side side) throws Exception {
        answers(Map.of(own(side), Reply.text("late").stallHeaders(first), backup(side), Reply.text("fast")));
        CompletableFuture<String> answer = called(side);
        first.awaitReached();

        passDelay();

        assertThat(within(answer)).isEqualTo("fast");
        assertThat(server.awaitClientGone()).isNotNull();
        assertThat(asked()).containsExactly(own(side), backup(side));
    }

    @ParameterizedTest // TC-232
    @EnumSource
    void anErrorAsksTheBackupAtOnce(Side side) throws Exception {
        answers(Map.of(own(side), BUSY, backup(side), Reply.text("hello")));
        long before = context.getBean(FakeTime.class).nanoTime();

        assertThat(within(called(side))).isEqualTo("hello");

        assertThat(context.getBean(FakeTime.class).nanoTime()).isEqualTo(before);
        assertThat(asked()).containsExactly(own(side), backup(side));
    }

    @ParameterizedTest
    @EnumSource
    void anErrorAsksAllBackupsAtOnce(Side side) throws Exception {
        Reply waits = Reply.text("hello").stallHeaders(first);
        several.server().respondWith(request -> model(request).equals(own(side)) ? BUSY : waits);
        CompletableFuture<String> answer = called(side, several.context());

        first.awaitReached(2);
        first.open();

        assertThat(within(answer)).isEqualTo("hello");
        assertThat(asked(several.server())).containsExactlyInAnyOrder(own(side), backup(side), lastBackup(side));
    }

    @ParameterizedTest
    @EnumSource
    void theFirstAnswerIsNotKeptWaitingForALoser(Side side) throws Exception {
        answers(Map.of(
                own(side), Reply.text("hello").stallHeaders(first),
                backup(side), Reply.text("late").stallHeaders(second)));
        CompletableFuture<String> answer = called(side);
        first.awaitReached();
        passDelay();
        second.awaitReached();

        first.open();

        assertThat(within(answer)).isEqualTo("hello");
        assertThat(server.awaitClientGone()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void aStreamRacesToTheFirstPart(Side side) throws Exception {
        answers(Map.of(
                own(side), unseen(side),
                backup(side), Reply.chunks("hel", "lo").stallAfter(1, second)));
        CompletableFuture<String> answer = streamed(side);
        first.awaitReached();
        passDelay();
        second.awaitReached();

        assertThat(server.awaitClientGone()).as("who had shown nothing").isNotNull();
        second.open();

        assertThat(within(answer)).isEqualTo("hello");
        assertThat(asked()).containsExactly(own(side), backup(side));
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatHasBegunHasNoBackup(Side side) throws Exception {
        answers(Map.of(own(side), Reply.chunks("hel", "lo").stallAfter(1, first)));
        CompletableFuture<String> answer = OwnThread.supply(() -> {
            StringBuilder shown = new StringBuilder();
            side.model(context).stream(PROMPT)
                    .map(chunk -> ChatModelStreamTests.text(List.of(chunk)))
                    .doOnNext(piece -> {
                        shown.append(piece);
                        if (shown.toString().equals("hel")) {
                            context.getBean(FakeTime.class).advance(DELAY);
                            first.open();
                        }
                    })
                    .blockLast(LIMIT);
            return shown.toString();
        });

        assertThat(within(answer)).isEqualTo("hello");
        assertThat(asked()).containsExactly(own(side));
    }

    /** By an estimate of its prompt: Spring AI's model of Anthropic tells a count at the end of a stream only. */
    @Test // CO-21, CO-29
    void aLoserIsBilledForItsPrompt() throws Exception {
        answers(Map.of(
                "claude-test", unseen(Side.ANTHROPIC),
                "gpt-test", Reply.chunks("hel", "lo").usage(tokens -> tokens.uncached(5))));
        CompletableFuture<String> answer = streamed(Side.ANTHROPIC);
        first.awaitReached();

        passDelay();

        assertThat(within(answer)).isEqualTo("hello");
        CostTotals total = context.getBean(CostMeter.class).total();
        SpendTotals lost = total.waste().hedges();
        assertThat(total.answers().usd()).isEqualTo(Money.usd("10"));
        assertThat(lost.requests()).isOne();
        assertThat(lost.estimated()).isOne();
        assertThat(lost.usage().totalInput()).isPositive();
        assertThat(lost.usd()).isEqualTo(Money.usd(String.valueOf(lost.usage().totalInput())));
        assertThat(total.spend().usd()).isEqualTo(total.answers().usd().plus(lost.usd()));
    }

    @ParameterizedTest // TC-233
    @EnumSource
    void oneErrorTellsOfAllWhenAllFail(Side side) {
        several.server().respondWith(request -> BUSY);

        assertThatThrownBy(() -> side.model(several.context()).call(PROMPT))
                .isInstanceOfSatisfying(AllModelsFailedException.class, all -> {
                    assertThat(all.models().get(0)).isEqualTo(own(side));
                    assertThat(all.getSuppressed()).hasSize(2);
                })
                .hasMessageContaining("3 models failed")
                .hasCauseInstanceOf(RuntimeException.class);
        assertThat(asked(several.server())).containsExactlyInAnyOrder(own(side), backup(side), lastBackup(side));
    }

    @ParameterizedTest
    @EnumSource
    void whatTheProviderWouldRunTwiceIsAskedOnce(Side side) {
        server.respondWith(request -> BUSY);
        ChatOptions hosted = side == Side.OPENAI
                ? OpenAiChatOptions.builder()
                        .extraBody(Map.of("tools", List.of(Map.of("type", "web_search"))))
                        .build()
                : AnthropicChatOptions.builder()
                        .model("claude-test")
                        .maxTokens(10)
                        .webSearchTool(AnthropicWebSearchTool.builder().build())
                        .build();

        assertThatThrownBy(() -> side.model(context).call(new Prompt("hi", hosted)))
                .isInstanceOf(RuntimeException.class);

        assertThat(server.requestCount()).isOne();
        assertThat(server.requests().get(0).body()).contains("web_search");
    }

    @ParameterizedTest
    @EnumSource
    void aBackupKeepsToTheSchema(Side side) {
        record Answer(String city) {}
        answers(Map.of(own(side), BUSY, backup(side), Reply.text("{\"city\":\"Rome\"}")));

        Answer answer = side.client(context)
                .prompt("where?")
                .call()
                .entity(Answer.class, spec -> spec.useProviderStructuredOutput());

        assertThat(answer.city()).isEqualTo("Rome");
        assertThat(server.requests().get(1).body()).contains("schema").contains("city");
    }

    /** Tools that are never beans. */
    static class Tools {

        @Tool(description = "adds")
        int add(int a, int b) {
            return a + b;
        }
    }

    private static boolean hasResult(RecordedRequest request) {
        return request.body().contains("tool_result") || request.body().contains("\"role\":\"tool\"");
    }

    private String sum(Side side) {
        return side.client(context).prompt("1+2?").tools(new Tools()).call().content();
    }

    @ParameterizedTest
    @EnumSource
    void theBackupThatAskedForToolsGetsTheirResults(Side side) {
        Reply asks = Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}");
        server.respondWith(request -> {
            if (model(request).equals(own(side))) {
                return BUSY;
            }
            return hasResult(request) ? Reply.text("three") : asks;
        });

        assertThat(sum(side)).isEqualTo("three");

        assertThat(asked()).containsExactly(own(side), backup(side), backup(side));
        assertThat(http.recorded().tools).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void whoeverGoesOnGetsIdentifiersThatItTakes(Side side) {
        Reply asks =
                Reply.toolCall("functions.add:0", "add", "{\"a\":1,\"b\":2}").thinking("let me add");
        server.respondWith(request -> {
            if (model(request).equals(own(side))) {
                return hasResult(request) ? BUSY : asks;
            }
            return Reply.text("three");
        });

        assertThat(sum(side)).isEqualTo("three");

        assertThat(asked()).containsExactly(own(side), own(side), backup(side));
        assertThat(server.requests().get(2).body())
                .contains("\"call_")
                .doesNotContain("functions.add:0")
                .doesNotContain("let me add");
    }

    @Test
    void theOwnModelGetsIdentifiersThatItTakesFromABackup() {
        Reply asks = Reply.toolCall("functions.add:0", "add", "{\"a\":1,\"b\":2}");
        server.respondWith(request -> {
            boolean own = model(request).equals("claude-test");
            return hasResult(request) ? (own ? Reply.text("three") : BUSY) : (own ? BUSY : asks);
        });

        assertThat(sum(Side.ANTHROPIC)).isEqualTo("three");

        assertThat(asked()).containsExactly("claude-test", "gpt-test", "gpt-test", "claude-test");
        assertThat(server.requests().get(3).body()).contains("\"call_").doesNotContain("functions.add:0");
    }

    @ParameterizedTest
    @EnumSource
    void aStreamedLoopOfToolsStaysWithTheBackup(Side side) {
        server.respondWith(request -> {
            if (model(request).equals(own(side))) {
                return BUSY;
            }
            return hasResult(request)
                    ? Reply.chunks("th", "ree")
                    : Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}");
        });

        List<ChatResponse> chunks = side.client(context).prompt("1+2?").tools(new Tools()).stream()
                .chatResponse()
                .collectList()
                .block(LIMIT);

        assertThat(ChatModelStreamTests.text(chunks)).isEqualTo("three");
        assertThat(asked()).containsExactly(own(side), backup(side), backup(side));
    }
}
