package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.AgentKit;
import io.agentkit.CallEnded;
import io.agentkit.Run;
import io.agentkit.money.Money;
import io.agentkit.spend.AnswerTotals;
import io.agentkit.spend.CostMeter;
import io.agentkit.spend.CostTotals;
import io.agentkit.spend.SpendTotals;
import io.agentkit.springai.HttpApplication.Probe;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.test.FakeTime;
import io.agentkit.testserver.Gate;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.Disposable;

/** However a stream of a real client ends, what arrived is billed, marked where it is estimated, and waste of one cause. */
class CostEndingsTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int SECONDS = 20;
    private static final Prompt PROMPT = new Prompt("hi");
    private static ProviderServer server;
    private static ConfigurableApplicationContext context;

    private final Gate gate = Gate.closed();

    @BeforeAll
    static void start() {
        server = ProviderServer.start();
        context = HttpApplication.start(
                server,
                "--agentkit.chat.chain=cost, retry, probing",
                "--agentkit.pricing.models.gpt-test.input=10",
                "--agentkit.pricing.models.gpt-test.output=10",
                "--agentkit.pricing.models.claude-test.input=10",
                "--agentkit.pricing.models.claude-test.output=10");
    }

    @AfterAll
    static void stop() {
        context.close();
        server.close();
    }

    @BeforeEach
    void reset() {
        server.reset();
        context.getBean(Probe.class).reset();
        context.getBean(CostMeter.class).reset();
    }

    @AfterEach
    void letTheServerGo() {
        gate.open();
    }

    private static CostTotals whenEnded() throws InterruptedException {
        CallEnded ended = context.getBean(Probe.class).calls.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(ended).as("the call's end").isNotNull();
        return context.getBean(CostMeter.class).total();
    }

    private static void assertWaste(CostTotals total, SpendTotals cause) {
        assertThat(total.answers()).isEqualTo(AnswerTotals.NONE);
        assertThat(cause).isEqualTo(total.spend());
        assertThat(cause.requests()).isEqualTo(1);
        assertThat(cause.estimated()).isEqualTo(1);
        assertThat(cause.exact()).isFalse();
        assertThat(cause.usage().totalInput()).isPositive();
        assertThat(cause.usd()).isGreaterThan(Money.ZERO);
        assertThat(total.undecided()).isEqualTo(Money.ZERO);
    }

    @ParameterizedTest // CO-17, CO-18
    @EnumSource
    void chargesAnAbandonedStreamForWhatArrived(Side side) throws Exception {
        server.enqueue(Reply.chunks("a piece of an answer that is long enough to count", "lo")
                .stallAfter(1, gate));
        CountDownLatch shown = new CountDownLatch(1);
        Disposable subscription = side.model(context).stream(PROMPT)
                .doOnNext(chunk -> {
                    if (!ChatModelStreamTests.text(List.of(chunk)).isEmpty()) {
                        shown.countDown();
                    }
                })
                .subscribe(chunk -> {}, error -> {});
        assertThat(shown.await(SECONDS, TimeUnit.SECONDS)).isTrue();

        subscription.dispose();

        CostTotals total = whenEnded();
        assertWaste(total, total.waste().abandoned());
        assertThat(total.spend().usage().output()).isGreaterThan(5);
    }

    @ParameterizedTest // CO-19
    @EnumSource
    void chargesThePromptOfAStreamThatIsAbandonedBeforeItBegins(Side side) throws Exception {
        server.enqueue(Reply.text("hello").stallHeaders(gate));
        Disposable subscription = side.model(context).stream(PROMPT).subscribe(chunk -> {}, error -> {});
        gate.awaitReached();

        subscription.dispose();

        CostTotals total = whenEnded();
        assertWaste(total, total.waste().abandoned());
        assertThat(total.spend().usage().output()).isZero();
    }

    @ParameterizedTest // CO-20
    @EnumSource
    void chargesAStalledStreamWhoseDeadlinePasses(Side side) throws Exception {
        server.enqueue(Reply.chunks("a piece of an answer that is long enough to count", "lo")
                .stallAfter(1, gate));
        CountDownLatch shown = new CountDownLatch(1);
        try (Run run = context.getBean(AgentKit.class).run(spec -> spec.deadline(Duration.ofSeconds(5)))) {
            assertThat(run.depth()).isZero();
            side.model(context).stream(PROMPT)
                    .doOnNext(chunk -> {
                        if (!ChatModelStreamTests.text(List.of(chunk)).isEmpty()) {
                            shown.countDown();
                        }
                    })
                    .subscribe(chunk -> {}, error -> {});
        }
        assertThat(shown.await(SECONDS, TimeUnit.SECONDS)).isTrue();

        context.getBean(FakeTime.class).advance(Duration.ofSeconds(6));

        CostTotals total = whenEnded();
        assertWaste(total, total.waste().abandoned());
        assertThat(total.spend().usage().output()).isGreaterThan(5);
    }

    @ParameterizedTest // CO-20
    @EnumSource
    void chargesAStreamThatIsCutInTheMiddle(Side side) throws Exception {
        server.enqueue(Reply.chunks("a piece of an answer that is long enough to count", "lo")
                .cutAfter(1));

        assertThat(catchThrowable(() -> side.model(context).stream(PROMPT).blockLast(LIMIT)))
                .isNotNull();

        CostTotals total = whenEnded();
        assertWaste(total, total.waste().failed());
        assertThat(total.spend().usage().output()).isGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource
    void chargesAStreamThatEndsWithoutSayingSo(Side side) throws Exception {
        server.enqueue(Reply.chunks("a piece of an answer that is long enough to count", "lo")
                .endAfter(1));

        assertThat(catchThrowable(() -> side.model(context).stream(PROMPT).blockLast(LIMIT)))
                .isNotNull();

        CostTotals total = whenEnded();
        assertWaste(total, total.waste().failed());
    }

    @ParameterizedTest // CO-23, CO-29
    @EnumSource
    void addsUpWhenAStreamBreaksBeforeItsFirstDeltaAndIsTriedAgain(Side side) throws Exception {
        server.enqueue(Reply.text("x").cutAfter(0), Reply.text("hello"));

        side.model(context).stream(PROMPT).blockLast(LIMIT);

        CostTotals total = whenEnded();
        assertThat(total.answers().calls()).isEqualTo(1);
        assertThat(total.answers().exact()).isTrue();
        assertThat(total.waste().retries().requests()).isEqualTo(total.spend().requests() - 1);
        assertThat(total.undecided()).isEqualTo(Money.ZERO);
    }

    @ParameterizedTest
    @EnumSource
    void spendsWhatTheAnswerCostsWhenAllGoesWell(Side side) throws Exception {
        server.enqueue(Reply.text("hello"));

        side.model(context).stream(PROMPT).blockLast(LIMIT);

        CostTotals total = whenEnded();
        assertThat(total.answers().usd()).isEqualTo(total.spend().usd()).isGreaterThan(Money.ZERO);
        assertThat(total.spend().exact()).isTrue();
        assertThat(total.waste().usd()).isEqualTo(Money.ZERO);
    }
}
