package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKit;
import io.agentkit.CancelledException;
import io.agentkit.Run;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.test.FakeTime;
import io.agentkit.test.OwnThread;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Providers that send nothing more and keep the connection: the clients of both would wait a minute, whoever cancels them. */
class StalledRequestTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Prompt PROMPT = new Prompt("hi");

    /** Far less than the clients' own time limit, far more than a slow machine needs. */
    private static final int SECONDS = 20;

    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    private final Gate gate = Gate.closed();

    @AfterEach
    void letTheServerGo() {
        gate.open();
    }

    private static <T> T within(CompletableFuture<T> future) throws InterruptedException, ExecutionException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("not over within " + SECONDS + " s", late);
        }
    }

    private static Throwable ending() throws InterruptedException {
        Throwable ending = http.probe().endings.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(ending).as("the chain's end").isNotNull();
        return ending;
    }

    private CountDownLatch shown(Flux<ChatResponse> stream, CompletableFuture<Disposable> subscription) {
        CountDownLatch shown = new CountDownLatch(1);
        subscription.complete(stream.doOnNext(chunk -> {
                    if (!ChatModelStreamTests.text(List.of(chunk)).isEmpty()) {
                        shown.countDown();
                    }
                })
                .subscribe(chunk -> {}, error -> {}));
        return shown;
    }

    @ParameterizedTest
    @EnumSource
    void aStreamIsCancelledFromAnotherThreadAtOnce(Side side) throws Exception {
        server.enqueue(Reply.chunks("hel", "lo").stallAfter(1, gate));
        CompletableFuture<Disposable> subscription = new CompletableFuture<>();
        assertThat(shown(side.model(context).stream(PROMPT), subscription).await(SECONDS, TimeUnit.SECONDS))
                .isTrue();
        gate.awaitReached();

        within(OwnThread.run(subscription.join()::dispose));

        assertThat(ending()).isInstanceOf(CancelledException.class);
        assertThat(server.awaitClientGone()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void aStreamWithoutAnAnswerIsCancelledFromAnotherThreadAtOnce(Side side) throws Exception {
        server.enqueue(Reply.chunks("hel", "lo").stallHeaders(gate));
        Disposable subscription = side.model(context).stream(PROMPT).subscribe(chunk -> {}, error -> {});
        gate.awaitReached();

        within(OwnThread.run(subscription::dispose));

        assertThat(ending()).isInstanceOf(CancelledException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aDeadlineEndsAStream(Side side) throws Exception {
        server.enqueue(Reply.chunks("hel", "lo").stallAfter(1, gate));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (Run run = context.getBean(AgentKit.class).run(spec -> spec.deadline(Duration.ofSeconds(5)))) {
            side.model(context).stream(PROMPT).subscribe(chunk -> {}, failure::complete);
        }
        gate.awaitReached();

        within(OwnThread.run(() -> context.getBean(FakeTime.class).advance(Duration.ofSeconds(6))));

        assertThat(within(failure)).isInstanceOf(CancelledException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aDeadlineEndsACall(Side side) {
        server.enqueue(Reply.text("hello").stallHeaders(gate));
        CompletableFuture<ChatResponse> call = OwnThread.supply(() -> {
            try (Run run = context.getBean(AgentKit.class).run(spec -> spec.deadline(Duration.ofSeconds(5)))) {
                return side.model(context).call(PROMPT);
            }
        });
        gate.awaitReached();

        context.getBean(FakeTime.class).advance(Duration.ofSeconds(6));

        assertThatThrownBy(() -> within(call)).hasCauseInstanceOf(CancelledException.class);
        assertThat(server.awaitClientGone()).isNotNull();
    }
}
