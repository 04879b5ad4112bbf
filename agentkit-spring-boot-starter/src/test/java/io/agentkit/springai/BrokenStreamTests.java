package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.ErrorKind;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;

/** Streams that both clients take for complete ones, or that break in ways of their own. */
class BrokenStreamTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    static Stream<Arguments> brokenBeforeTheFirstDelta() {
        Map<String, Reply> replies = Map.of(
                "empty", Reply.emptyStream(),
                "ends before the first piece", Reply.text("x").endAfter(0),
                "an error object under 200",
                        Reply.error(ProviderError.SERVER_ERROR).status(200),
                "dropped", Reply.dropped(),
                "cut before the first piece", Reply.text("x").cutAfter(0),
                "malformed", Reply.text("x").malformedAfter(0));
        return Stream.of(Side.values())
                .flatMap(side ->
                        replies.entrySet().stream().map(reply -> Arguments.of(side, reply.getKey(), reply.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("brokenBeforeTheFirstDelta")
    void aStreamThatBreaksBeforeTheFirstDeltaIsTriedAgain(Side side, String name, Reply broken) {
        server.respondWith(request -> Reply.text("hello"));
        server.enqueue(broken);

        List<ChatResponse> chunks =
                side.model(context).stream(PROMPT).collectList().block(LIMIT);

        assertThat(ChatModelStreamTests.text(chunks)).isEqualTo("hello");
        assertThat(server.requestCount()).isGreaterThanOrEqualTo(2);
    }

    static Stream<Arguments> brokenLater() {
        Map<String, Reply> replies = Map.of(
                "ends", Reply.chunks("hel", "lo").endAfter(1),
                "cut", Reply.chunks("hel", "lo").cutAfter(1),
                "malformed", Reply.chunks("hel", "lo").malformedAfter(1));
        return Stream.of(Side.values())
                .flatMap(side ->
                        replies.entrySet().stream().map(reply -> Arguments.of(side, reply.getKey(), reply.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("brokenLater")
    void aStreamThatBreaksLaterFailsAndIsNotTriedAgain(Side side, String name, Reply broken) {
        server.respondWith(request -> Reply.text("hello"));
        server.enqueue(broken);

        Throwable error =
                catchThrowable(() -> side.model(context).stream(PROMPT).blockLast(LIMIT));

        assertThat(error).isNotNull();
        assertThat(http.classify(error).isRetried())
                .as(http.classify(error).toString())
                .isTrue();
        assertThat(server.requestCount()).isOne();
    }

    @Test
    void aStreamWithoutAnyAnswerIsAFailureOfAnyModel() {
        for (Flux<ChatResponse> stream : List.of(Flux.<ChatResponse>empty(), Flux.just(FakeModel.usageChunk()))) {
            Governed governed = Governed.of(new FakeModel().answer(stream));

            assertThatThrownBy(() -> governed.model.stream(PROMPT).blockLast(LIMIT))
                    .satisfies(error -> assertThat(governed.environment
                                    .errors()
                                    .classify(error)
                                    .kind())
                            .isEqualTo(ErrorKind.STREAM_PROTOCOL));
        }
    }
}
