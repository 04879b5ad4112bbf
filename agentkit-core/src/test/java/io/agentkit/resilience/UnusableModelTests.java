package io.agentkit.resilience;

import static io.agentkit.ErrorKind.QUOTA_EXHAUSTED;
import static io.agentkit.ErrorKind.UNAUTHORIZED;
import static io.agentkit.ErrorKind.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.AgentKitException;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UnusableModelTests {

    private static final String QUOTA =
            "WARN Model 'a' of a fallback cannot be used until somebody looks after it: quota exhausted";

    private static final String AGAIN = "INFO Model 'a' of a fallback can be used again";

    private final Logger logger = (Logger) LoggerFactory.getLogger(FallbackChat.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final ChainHarness harness = ChainHarness.create();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        harness.add("fallback", FallbackSpec.of("a", "b").chatMiddleware(harness.resources()));
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private void fails(AgentKitException failure) {
        harness.model.fail(failure).reply("from b");
        harness.chat("hi");
    }

    private void works() {
        harness.model.reply("from a");
        harness.chat("hi");
    }

    private String[] told() {
        return log.list.stream()
                .map(each -> each.getLevel() + " " + each.getFormattedMessage())
                .toArray(String[]::new);
    }

    @Test // FB-11
    void isToldOnceUntilItCanBeUsedAgain() {
        fails(Failures.of(QUOTA_EXHAUSTED));
        fails(Failures.of(QUOTA_EXHAUSTED));
        fails(Failures.of(UNAUTHORIZED));
        assertThat(told()).containsExactly(QUOTA);

        works();
        works();
        assertThat(told()).containsExactly(QUOTA, AGAIN);

        fails(Failures.of(QUOTA_EXHAUSTED));
        assertThat(told()).containsExactly(QUOTA, AGAIN, QUOTA);
    }

    @Test
    void isNotToldWhereItMayPass() {
        fails(Failures.of(UNAVAILABLE));
        works();

        assertThat(told()).isEmpty();
    }

    @Test
    void isToldOnceByManyAtATime() {
        int calls = 8;
        CountDownLatch all = new CountDownLatch(calls);
        harness.model.always(attempt -> {
            if ("b".equals(attempt.request().model())) {
                return ChatReply.of("from b");
            }
            all.countDown();
            Runners.await(all);
            throw Failures.of(QUOTA_EXHAUSTED);
        });

        List<CompletableFuture<ChatReply>> asked = Stream.generate(() -> OwnThread.supply(() -> harness.chat("hi")))
                .limit(calls)
                .toList();
        asked.forEach(CompletableFuture::join);

        assertThat(told()).containsExactly(QUOTA);
    }
}
