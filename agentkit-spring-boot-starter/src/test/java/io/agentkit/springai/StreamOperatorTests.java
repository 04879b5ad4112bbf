package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderError;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** What Reactor's operators do to a stream, against the real clients. */
class StreamOperatorTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Prompt PROMPT = new Prompt("hi");
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    private static String text(List<ChatResponse> chunks) {
        return ChatModelStreamTests.text(chunks);
    }

    private static Throwable ending() throws InterruptedException {
        return http.probe().endings.poll(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSentForAStreamThatNobodySubscribesTo(Side side) {
        side.model(context).stream(PROMPT).map(chunk -> chunk);
        side.client(context).prompt("hi").stream().content();

        assertThat(http.recorded().runs).isEmpty();
        assertThat(server.requestCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aRetryOfTheApplicationIsANewCall(Side side) {
        server.enqueue(Reply.error(ProviderError.BAD_REQUEST), Reply.chunks("hel", "lo"));

        List<ChatResponse> chunks =
                side.model(context).stream(PROMPT).retry(1).collectList().block(LIMIT);

        assertThat(text(chunks)).isEqualTo("hello");
        assertThat(http.recorded().runs).hasSize(2).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void subscribersSideBySideEachGetTheirOwnStream(Side side) {
        server.respondWith(request -> Reply.chunks("a", "b", "c", "d", "e", "f"));
        Flux<ChatResponse> stream = side.model(context).stream(PROMPT);

        List<String> texts = Flux.range(0, 40)
                .flatMap(
                        i -> stream.publishOn(Schedulers.parallel(), 1)
                                .collectList()
                                .map(StreamOperatorTests::text),
                        20)
                .collectList()
                .block(LIMIT);

        assertThat(texts).hasSize(40).containsOnly("abcdef");
        assertThat(server.requestCount()).isEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource
    void aSlowConsumerGetsAllInOrder(Side side) {
        server.enqueue(Reply.chunks("a", "b", "c", "d", "e", "f"));
        StringBuilder shown = new StringBuilder();

        side.model(context).stream(PROMPT)
                .limitRate(1)
                .concatMap(chunk -> Mono.just(chunk).publishOn(Schedulers.parallel()), 1)
                .doOnNext(chunk -> shown.append(text(List.of(chunk))))
                .blockLast(LIMIT);

        assertThat(shown).hasToString("abcdef");
    }

    @ParameterizedTest
    @EnumSource
    void takingTheFirstChunkEndsTheCall(Side side) throws Exception {
        server.enqueue(Reply.chunks("a", "b", "c").stallAfter(2, Gate.closed()));

        side.model(context).stream(PROMPT)
                .publishOn(Schedulers.parallel())
                .take(1)
                .blockLast(LIMIT);

        assertThat(ending()).isNotNull();
        assertThat(server.awaitClientGone()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void aTimeLimitOfTheConsumerEndsTheCall(Side side) throws Exception {
        Gate gate = Gate.closed();
        server.enqueue(Reply.chunks("a", "b", "c").stallAfter(1, gate));
        Sinks.Empty<Void> late = Sinks.empty();
        CompletableFuture<ChatResponse> result = side.model(context).stream(PROMPT)
                .timeout(Mono.never(), chunk -> late.asMono())
                .last()
                .toFuture();
        gate.awaitReached();
        late.tryEmitEmpty();

        assertThatThrownBy(result::get).hasCauseInstanceOf(TimeoutException.class);
        assertThat(ending()).isNotNull();
        assertThat(server.awaitClientGone()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void cancellingWithinASignalEndsTheCall(Side side) throws Exception {
        server.enqueue(Reply.chunks("a", "b", "c").stallAfter(2, Gate.closed()));
        StringBuilder shown = new StringBuilder();

        side.model(context).stream(PROMPT).subscribe(new BaseSubscriber<ChatResponse>() {
            @Override
            protected void hookOnNext(ChatResponse chunk) {
                shown.append(text(List.of(chunk)));
                if (!shown.isEmpty()) {
                    cancel();
                }
            }
        });

        assertThat(ending()).isNotNull();
        assertThat(server.awaitClientGone()).isNotNull();
        assertThat(shown).hasToString("a");
    }

    @ParameterizedTest
    @EnumSource
    void subscribingOnAThreadThatMustNotBlockDoesNotBlock(Side side) {
        server.enqueue(Reply.chunks("hel", "lo"), Reply.chunks("hel", "lo"));

        assertThat(text(side.model(context).stream(PROMPT)
                        .subscribeOn(Schedulers.parallel())
                        .collectList()
                        .block(LIMIT)))
                .isEqualTo("hello");
        assertThat(side.client(context).prompt("hi").stream()
                        .content()
                        .subscribeOn(Schedulers.parallel())
                        .collectList()
                        .block(LIMIT))
                .containsExactly("hel", "lo");
    }
}
