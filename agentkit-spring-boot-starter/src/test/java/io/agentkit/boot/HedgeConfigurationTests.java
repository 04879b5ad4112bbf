package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.HedgeThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationContext;

class HedgeConfigurationTests {

    private static final String BACKUP = "gpt-5-mini";

    @Test
    void readsItsSettings() {
        TestChains.runner()
                .withPropertyValues(
                        "agentkit.chat.chain=hedge",
                        "agentkit.chat.hedge.backups=gpt-5-mini",
                        "agentkit.chat.hedge.delay=2s",
                        "agentkit.chat.hedge.max-extra-spend=0.05")
                .run(context -> assertThat(settings(context))
                        .isEqualTo(HedgeSpec.of(Duration.ofSeconds(2), "gpt-5-mini")
                                .withMaxExtraSpend(0.05)));
    }

    @Test
    void sharesItsThreads() {
        TestChains.runner()
                .withPropertyValues("agentkit.chat.chain=hedge", "agentkit.chat.hedge.backups=gpt-5-mini")
                .run(context -> assertThat(context).hasSingleBean(HedgeThreads.class));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void asksBackupsOnVirtualThreadsWhereTheApplicationHasThem(boolean virtual) {
        TestChains.runner()
                .withPropertyValues(
                        "spring.threads.virtual.enabled=" + virtual,
                        "agentkit.chat.chain=hedge",
                        "agentkit.chat.hedge.backups=" + BACKUP,
                        "agentkit.chat.hedge.delay=0s")
                .run(context -> {
                    Thread thread = threadOfTheBackup(context);

                    assertThat(thread.getName()).startsWith("agentkit-hedge-");
                    assertThat(thread.getClass().getSimpleName())
                            .isEqualTo(
                                    Threading.VIRTUAL.isActive(context.getEnvironment()) ? "VirtualThread" : "Thread");
                });
    }

    /** The primary answers when the backup was asked. */
    private static Thread threadOfTheBackup(ApplicationContext context) {
        CompletableFuture<Thread> backup = new CompletableFuture<>();
        context.getBean(Chains.class)
                .chat("default")
                .around(attempt -> {
                    if (BACKUP.equals(attempt.request().model())) {
                        backup.complete(Thread.currentThread());
                    }
                    backup.orTimeout(30, TimeUnit.SECONDS).join();
                    return ChatReply.of("hello", Usage.of(1, 1));
                })
                .call(ChatRequest.user("hi").mutate().model("gpt-5").build());
        return backup.join();
    }

    private static Object settings(ApplicationContext context) {
        return context.getBean(Chains.class).settings("default", CallKind.CHAT, "hedge");
    }
}
