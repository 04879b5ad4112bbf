package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKit;
import io.agentkit.AgentKitException;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.springai.BridgeContext.Recorded;
import io.agentkit.tool.ToolRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallLimitExceededException;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

@Timeout(60)
@SuppressWarnings("removal") // applications use them as long as they are there
class ParallelToolsTests {

    private final ApplicationContextRunner runner = BridgeContext.runner()
            .withUserConfiguration(Application.class)
            .withPropertyValues("agentkit.spring-ai.parallel-tools=4");

    private static ToolCallback echo(Function<Integer, String> tool) {
        return FunctionToolCallback.builder("echo", (Map<String, Object> input) -> tool.apply((Integer) input.get("n")))
                .inputType(Map.class)
                .build();
    }

    private static List<String> told(ToolCallingManager manager, int calls, Function<Integer, String> tool) {
        Prompt prompt = new Prompt(
                "hi", ToolCallingChatOptions.builder().toolCallbacks(echo(tool)).build());
        var history = manager.executeToolCalls(prompt, ToolCoverageTests.asking(calls))
                .conversationHistory();
        assertThat(history).hasSize(3);
        return ((ToolResponseMessage) history.get(2))
                .getResponses().stream()
                        .map(each -> each.id() + "=" + each.responseData())
                        .toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException away) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted");
        }
    }

    @Test // TO-03, TO-04
    void resultsStandInTheOrderOfTheCallsWhateverEndsFirst() {
        runner.run(context -> {
            CountDownLatch second = new CountDownLatch(1);

            List<String> told = told(context.getBean(ToolCallingManager.class), 2, n -> {
                if (n == 1) {
                    await(second);
                } else {
                    second.countDown();
                }
                return "r" + n;
            });

            assertThat(told).containsExactly("1=\"r1\"", "2=\"r2\"");
            assertThat(context.getBean(Recorded.class).tools)
                    .extracting(ToolRequest::callId)
                    .containsExactlyInAnyOrder("1", "2");
        });
    }

    @Test // TO-04
    void aStreamedRoundMakesItsCallsSideBySideToo() {
        runner.run(context -> {
            CyclicBarrier both = new CyclicBarrier(2);
            ((FakeModel) ((AgentkitChatModel) context.getBean(ChatModel.class)).unwrap())
                    .answer(Flux.just(ToolCoverageTests.asking(2)), FakeModel.chunks("done"));

            String answer = String.join(
                    "",
                    context
                            .getBean(ChatClient.Builder.class)
                            .build()
                            .prompt("hi")
                            .toolCallbacks(echo(n -> {
                                try {
                                    both.await();
                                } catch (Exception broken) {
                                    throw new IllegalStateException(broken);
                                }
                                return "r" + n;
                            }))
                            .stream()
                            .content()
                            .collectList()
                            .block());

            assertThat(answer).isEqualTo("done");
            Recorded recorded = context.getBean(Recorded.class);
            assertThat(recorded.tools)
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.key())
                            .startsWith(recorded.runs.get(0).id()));
        });
    }

    @Test
    void noMoreRunAtATimeThanAreAllowed() {
        runner.withPropertyValues("agentkit.spring-ai.parallel-tools=2").run(context -> {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            CyclicBarrier two = new CyclicBarrier(2);

            told(context.getBean(ToolCallingManager.class), 8, n -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                try {
                    two.await();
                } catch (Exception broken) {
                    throw new IllegalStateException(broken);
                }
                running.decrementAndGet();
                return "";
            });

            assertThat(most.get()).isEqualTo(2);
        });
    }

    @Test
    void oneAfterTheOtherUnlessItIsSet() {
        runner.withPropertyValues("agentkit.spring-ai.parallel-tools=1").run(context -> {
            List<Thread> threads = new ArrayList<>();

            told(context.getBean(ToolCallingManager.class), 3, n -> {
                threads.add(Thread.currentThread());
                return "";
            });

            assertThat(threads).hasSize(3).containsOnly(Thread.currentThread());
        });
    }

    @Test
    void runAndLoggingContextGoAlong() {
        runner.run(context -> {
            List<String> seen = Collections.synchronizedList(new ArrayList<>());
            MDC.put("trace", "t-1");
            try (Run run = context.getBean(AgentKit.class).run(spec -> spec.id("run-1"))) {
                told(context.getBean(ToolCallingManager.class), 3, n -> {
                    seen.add(Run.current().id() + " " + MDC.get("trace"));
                    return "";
                });
            } finally {
                MDC.clear();
            }

            assertThat(seen).hasSize(3).containsOnly("run-1 t-1");
        });
    }

    @Test
    void aFailureOfOneIsToldAndTheOthersGoOn() {
        runner.run(context -> assertThat(told(context.getBean(ToolCallingManager.class), 3, n -> {
                    if (n == 2) {
                        throw new IllegalStateException("own words");
                    }
                    return "r" + n;
                }))
                .containsExactly("1=\"r1\"", "2=own words", "3=\"r3\""));
    }

    @Test
    void anErrorThatEndsTheTurnCancelsTheOthers() {
        runner.run(context -> {
            CountDownLatch waiting = new CountDownLatch(3);
            AtomicInteger interrupted = new AtomicInteger();
            AtomicInteger begun = new AtomicInteger();

            assertThatThrownBy(() -> told(context.getBean(ToolCallingManager.class), 9, n -> {
                        begun.incrementAndGet();
                        if (n == 4) {
                            await(waiting);
                            throw new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "nothing left");
                        }
                        waiting.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException away) {
                            interrupted.incrementAndGet();
                            throw new IllegalStateException("interrupted");
                        }
                        return "";
                    }))
                    .hasMessage("nothing left");

            assertThat(interrupted).hasValue(3);
            assertThat(begun).hasValue(4);
        });
    }

    @Test
    void whoeverGoesAwayEndsThemAll() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        List<Throwable> outcome = new ArrayList<>();
        runner.run(context -> {
            Thread caller = new Thread(() -> {
                try {
                    told(context.getBean(ToolCallingManager.class), 2, n -> {
                        waiting.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException away) {
                            interrupted.incrementAndGet();
                            throw new IllegalStateException("interrupted");
                        }
                        return "";
                    });
                } catch (Throwable failure) {
                    outcome.add(failure);
                }
            });
            caller.start();
            waiting.await();
            caller.interrupt();
            caller.join();
        });

        assertThat(interrupted).hasValue(2);
        assertThat(outcome).singleElement().isInstanceOf(CancelledException.class);
    }

    @Test
    void limitsOfSpringAiCountAsIfCallsWereMadeOneAfterTheOther() {
        AtomicInteger calls = new AtomicInteger();
        runner.withPropertyValues(
                        "spring.ai.tools.limits.max-calls-per-tool.echo=2",
                        "spring.ai.tools.limits.on-limit-exceeded=return-error-response")
                .run(context -> assertThat(told(context.getBean(ToolCallingManager.class), 4, n -> {
                            calls.incrementAndGet();
                            return "r" + n;
                        }))
                        .startsWith("1=\"r1\"", "2=\"r2\"")
                        .hasSize(4)
                        .last()
                        .asString()
                        .contains("limit (2) exceeded"));
        assertThat(calls).hasValue(2);
        runner.withPropertyValues("spring.ai.tools.limits.max-calls-per-tool.echo=2")
                .run(context -> assertThatThrownBy(
                                () -> told(context.getBean(ToolCallingManager.class), 4, n -> "r" + n))
                        .isInstanceOf(ToolCallLimitExceededException.class));
    }

    @Test
    void aNestedAgentsCallsDoNotWaitForThreads() {
        runner.withPropertyValues("agentkit.spring-ai.parallel-tools=2").run(context -> {
            ToolCallingManager manager = context.getBean(ToolCallingManager.class);

            List<String> told = told(manager, 4, n -> String.join(",", told(manager, 4, m -> n + "." + m)));

            assertThat(told).hasSize(4).element(3).asString().contains("4=4.4");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ChatModel model() {
            return new FakeModel();
        }
    }
}
