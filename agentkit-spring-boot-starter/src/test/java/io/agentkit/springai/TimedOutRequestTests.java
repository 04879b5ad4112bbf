package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.agentkit.resilience.CallTimeoutException;
import io.agentkit.resilience.TimeLimit;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.test.FakeTime;
import io.agentkit.test.OwnThread;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.context.ConfigurableApplicationContext;

/** Providers that are too slow for {@code timeout}; the clients of both would wait a minute and more, whoever interrupts them. */
class TimedOutRequestTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture(
            "--agentkit.chat.chain=timeout,retry",
            "--agentkit.chat.retry.max-attempts=1",
            "--agentkit.chat.timeout.total=1h",
            "--agentkit.chat.timeout.first-token=20m",
            "--agentkit.chat.timeout.idle=10s");

    private static final Prompt PROMPT = new Prompt("hi");

    private static final int SECONDS = 20;
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();

    private final Gate gate = Gate.closed();
    private final CompletableFuture<ChatResponse> answer = new CompletableFuture<>();

    @AfterEach
    void letTheServerGo() {
        gate.open();
    }

    @ParameterizedTest // TI-01
    @EnumSource
    void aCallEndsAtItsTotal(Side side) throws Exception {
        server.enqueue(Reply.text("hello").stallHeaders(gate));
        ChatModel model = side.model(context);
        OwnThread.run(() -> complete(model));
        gate.awaitReached();

        advance(Duration.ofHours(1));

        assertThat(ending()).isEqualTo(TimeLimit.TOTAL);
        assertThat(server.awaitClientGone()).isNotNull();
    }

    private void complete(ChatModel model) {
        try {
            answer.complete(model.call(PROMPT));
        } catch (RuntimeException failure) {
            answer.completeExceptionally(failure);
        }
    }

    @ParameterizedTest // TI-01
    @EnumSource
    void aStreamEndsWhenItsFirstTokenIsLate(Side side) throws Exception {
        server.enqueue(Reply.chunks("hel", "lo").stallHeaders(gate));
        side.model(context).stream(PROMPT).subscribe(chunk -> {}, answer::completeExceptionally);
        gate.awaitReached();

        advance(Duration.ofMinutes(20));

        assertThat(ending()).isEqualTo(TimeLimit.FIRST_TOKEN);
    }

    @ParameterizedTest // TI-01, TI-02
    @EnumSource
    void aStreamEndsWhenItIsIdle(Side side) throws Exception {
        server.enqueue(Reply.chunks("hel", "lo").stallAfter(1, gate));
        side.model(context).stream(PROMPT).subscribe(chunk -> {}, answer::completeExceptionally);
        gate.awaitReached();

        // The first part is on its way through the chain: it is idle from its end on, whenever that is.
        for (int i = 0; i < 100 && !isOver(); i++) {
            advance(Duration.ofSeconds(10));
        }

        assertThat(ending()).isEqualTo(TimeLimit.IDLE);
        assertThat(server.awaitClientGone()).isNotNull();
    }

    private void advance(Duration duration) throws Exception {
        OwnThread.run(() -> context.getBean(FakeTime.class).advance(duration)).get(SECONDS, TimeUnit.SECONDS);
    }

    private boolean isOver() throws InterruptedException, ExecutionException {
        try {
            answer.get(100, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException over) {
            return true;
        }
    }

    private TimeLimit ending() throws InterruptedException, TimeoutException {
        try {
            return fail("answered: " + answer.get(SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException failure) {
            return assertThat(failure.getCause())
                    .asInstanceOf(type(CallTimeoutException.class))
                    .actual()
                    .limit();
        }
    }
}
