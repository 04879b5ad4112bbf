package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.ErrorKind;
import io.agentkit.chat.Usage;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.test.FakeTime;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;

class HttpBridgeTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    @ParameterizedTest // US-01, US-02, US-03, US-04
    @EnumSource
    void usageIsReadFromCallsAndStreamsAlike(Side side) {
        Reply reply = Reply.chunks("hel", "lo")
                .usage(tokens -> tokens.uncached(20)
                        .cacheRead(80)
                        .cacheWrite(10)
                        .output(7)
                        .reasoning(3));
        server.enqueue(reply, reply);
        Usage expected = Usage.of(20, 80, 10, 7).withReasoning(3);

        side.model(context).call(PROMPT);
        assertThat(http.probe().last().usage()).isEqualTo(expected);

        side.model(context).stream(PROMPT).blockLast(LIMIT);
        assertThat(http.probe().last().usage()).isEqualTo(expected);
        assertThat(http.probe().last().text()).isEqualTo("hello");
    }

    @ParameterizedTest
    @EnumSource
    void aClientMadeOfTheModelsClassIsGoverned(Side side) {
        server.enqueue(Reply.text("hello"), Reply.chunks("hel", "lo"));

        assertThat(side.client(context).prompt("hi").call().content()).isEqualTo("hello");
        assertThat(side.client(context).prompt("hi").stream()
                        .content()
                        .collectList()
                        .block(LIMIT))
                .containsExactly("hel", "lo");
        assertThat(http.recorded().chats()).isEqualTo(2);
    }

    @ParameterizedTest // RE-11
    @EnumSource
    void requestsAreAsManyAsTheSettingsSay(Side side) {
        for (ProviderError error : List.of(ProviderError.RATE_LIMITED, ProviderError.SERVER_ERROR)) {
            server.reset();
            server.respondWith(request -> Reply.error(error));

            assertThatThrownBy(() -> side.model(context).call(PROMPT)).isInstanceOf(RuntimeException.class);
            assertThat(server.requestCount()).isEqualTo(4);

            server.reset();
            server.respondWith(request -> Reply.error(error));
            assertThatThrownBy(() -> side.model(context).stream(PROMPT).blockLast(LIMIT))
                    .isInstanceOf(RuntimeException.class);
            assertThat(server.requestCount()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWillNotPassIsNotTriedAgain(Side side) {
        server.respondWith(request -> Reply.error(ProviderError.UNAUTHORIZED));

        Throwable error = catchThrowable(() -> side.model(context).call(PROMPT));

        assertThat(server.requestCount()).isOne();
        assertThat(http.classify(error).kind()).isEqualTo(ErrorKind.UNAUTHORIZED);
        assertThat(error.getClass().getName()).startsWith("com.");
    }

    @ParameterizedTest
    @EnumSource
    void theProvidersWaitIsKept(Side side) {
        server.enqueue(Reply.error(ProviderError.RATE_LIMITED).header("retry-after", "7"), Reply.text("hello"));

        side.model(context).call(PROMPT);

        FakeTime time = context.getBean(FakeTime.class);
        assertThat(time.sleeps()).endsWith(Duration.ofSeconds(7));
    }

    @Test
    void aStreamOfOpenAiFailsWithTheWrapperItAlwaysHad() {
        server.respondWith(request -> Reply.error(ProviderError.BAD_REQUEST));

        Throwable error =
                catchThrowable(() -> Side.OPENAI.model(context).stream(PROMPT).blockLast(LIMIT));

        assertThat(error).isInstanceOf(CompletionException.class);
        assertThat(http.classify(error).kind()).isEqualTo(ErrorKind.INVALID_REQUEST);
        assertThat(http.classify(error).status()).isEqualTo(400);
    }

    @ParameterizedTest // RE-11
    @EnumSource
    void anErrorInsideAStreamIsNotRetriedOnceAPartWasShown(Side side) {
        server.respondWith(request -> Reply.chunks("hel", "lo").errorAfter(1, ProviderError.OVERLOADED));
        StringBuilder shown = new StringBuilder();

        Throwable error = catchThrowable(() -> side.model(context).stream(PROMPT)
                .doOnNext(chunk -> shown.append(HttpBridgeTests.text(List.of(chunk))))
                .blockLast(LIMIT));

        assertThat(server.requestCount()).isOne();
        assertThat(shown).hasToString("hel");
        assertThat(http.classify(error).kind()).isEqualTo(ErrorKind.OVERLOADED);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorInsideAStreamIsRetriedWhileNothingWasShown(Side side) {
        server.enqueue(Reply.text("x").errorAfter(0, ProviderError.OVERLOADED), Reply.text("hello"));

        List<ChatResponse> chunks =
                side.model(context).stream(PROMPT).collectList().block(LIMIT);

        assertThat(text(chunks)).isEqualTo("hello");
        assertThat(server.requestCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksOffIsAFailure(Side side) {
        server.respondWith(request -> Reply.chunks("hel", "lo").endAfter(1));

        assertThatThrownBy(() -> side.model(context).stream(PROMPT).blockLast(LIMIT))
                .satisfies(error -> assertThat(http.classify(error).isRetried()).isTrue());
        assertThat(server.requestCount()).isOne();
    }

    @ParameterizedTest // FB-05
    @EnumSource
    void anErrorInABodyWithAGoodStatusIsAFailure(Side side) {
        server.respondWith(request -> Reply.error(ProviderError.SERVER_ERROR).status(200));

        assertThatThrownBy(() -> side.model(context).call(PROMPT)).isInstanceOf(RuntimeException.class);
        assertThat(server.requestCount()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void twoSubscriptionsAreTwoRequests(Side side) {
        server.enqueue(Reply.text("one"), Reply.text("two"));
        Flux<ChatResponse> stream = side.model(context).stream(PROMPT);

        assertThat(text(stream.collectList().block(LIMIT))).isEqualTo("one");
        assertThat(text(stream.collectList().block(LIMIT))).isEqualTo("two");
        assertThat(http.recorded().chats()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void aConsumerThatWalksAwayEndsTheRequest(Side side) {
        Gate gate = Gate.closed();
        server.enqueue(Reply.chunks("hel", "lo").stallAfter(1, gate));

        side.model(context).stream(PROMPT)
                .filter(chunk -> !text(List.of(chunk)).isEmpty())
                .blockFirst(LIMIT);

        assertThat(server.awaitClientGone()).isNotNull();
    }

    /** Tools that are never beans. */
    static class Tools {

        @Tool(description = "adds")
        int add(int a, int b) {
            return a + b;
        }
    }

    @ParameterizedTest // CO-27
    @EnumSource
    void aToolLoopIsOneRunAndItsToolsPassTheChain(Side side) {
        server.enqueue(
                Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}"),
                Reply.text("three"),
                Reply.toolCall("call-1", "add", "{\"a\":1,\"b\":2}"),
                Reply.text("three"));

        assertThat(side.client(context).prompt("1+2?").tools(new Tools()).call().content())
                .isEqualTo("three");
        assertThat(side.client(context).prompt("1+2?").tools(new Tools()).stream()
                        .content()
                        .collectList()
                        .block(LIMIT))
                .containsExactly("three");

        assertThat(http.recorded().tools)
                .hasSize(2)
                .allMatch(tool -> tool.callId().equals("call-1"));
        assertThat(http.recorded().runs).hasSize(4);
        assertThat(http.recorded().runs.get(0)).isSameAs(http.recorded().runs.get(1));
        assertThat(http.recorded().runs.get(0).spend().requests()).isEqualTo(2);
        assertThat(http.recorded().runs.get(2))
                .isSameAs(http.recorded().runs.get(3))
                .isNotSameAs(http.recorded().runs.get(0));
        assertThat(server.requests().get(1).body()).contains("call-1").contains("\"3\"");
    }

    @ParameterizedTest // US-07, US-08
    @EnumSource
    void textAroundAToolCallIsKept(Side side) {
        server.enqueue(Reply.chunks("I'll check ", "that now.").andToolCall("call-1", "add", "{\"a\":1,\"b\":2}"));

        side.model(context).stream(PROMPT).blockLast(LIMIT);

        assertThat(http.probe().last().text()).isEqualTo("I'll check that now.");
        assertThat(http.probe().last().toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("call-1");
            assertThat(call.arguments()).isEqualTo("{\"a\":1,\"b\":2}");
        });
    }

    @ParameterizedTest
    @EnumSource
    void thinkingIsReadAndIsNoPartOfTheAnswer(Side side) {
        server.enqueue(Reply.text("four").thinking("two and ", "two"));

        ChatResponse response = side.model(context).call(PROMPT);

        assertThat(http.probe().last().text()).isEqualTo("four");
        assertThat(http.probe().last().reasoning()).isEqualTo("two and two");
        assertThat(response.getResults()).hasSize(side == Side.OPENAI ? 1 : 2);
    }

    @Test
    void reasoningInAStreamIsReadOnce() {
        server.enqueue(Reply.text("four").thinking("two and ", "two"));

        Side.OPENAI.model(context).stream(PROMPT).blockLast(LIMIT);

        assertThat(http.probe().last().reasoning()).isEqualTo("two and two");
    }

    @ParameterizedTest
    @EnumSource
    void toolsAndSchemasReachTheWire(Side side) {
        record Answer(String city) {}
        server.enqueue(Reply.text("{\"city\":\"Rome\"}"));

        Answer answer = side.client(context)
                .prompt("where?")
                .tools(new Tools())
                .call()
                .entity(Answer.class, spec -> spec.useProviderStructuredOutput());

        assertThat(answer.city()).isEqualTo("Rome");
        assertThat(server.requests().get(0).body())
                .contains("\"add\"")
                .contains("city")
                .contains("schema");
    }

    @ParameterizedTest
    @EnumSource
    void anEditChangesWhatItSaysAndNothingElse(Side side) {
        server.enqueue(Reply.text("hello"));
        http.probe().edit = request ->
                request.withOptions(request.options().withMaxOutputTokens(77)).mapText(text -> text + "!");

        side.client(context).prompt("hi").tools(new Tools()).call().content();

        String body = server.requests().get(0).body();
        assertThat(body).contains("hi!").contains("77").contains("\"add\"");
        assertThat(body).contains(side == Side.OPENAI ? "max_completion_tokens" : "max_tokens");
        assertThat(body).contains(side == Side.OPENAI ? "gpt-test" : "claude-test");
    }

    private static String text(List<ChatResponse> chunks) {
        return ChatModelStreamTests.text(chunks);
    }
}
