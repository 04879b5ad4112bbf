package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentkit.AgentKit;
import io.agentkit.AgentKitException;
import io.agentkit.BlockedException;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.chat.ChatRequest;
import io.agentkit.springai.HttpApplication.Side;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.RecordedRequest;
import io.agentkit.testserver.Reply;
import io.agentkit.tool.ToolRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;
import reactor.core.publisher.Flux;

/** Loops of tools over HTTP, with the real clients. */
class ToolLoopTests {

    @RegisterExtension
    static final HttpFixture http = new HttpFixture();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SUM = "{\"a\":1,\"b\":2}";
    private final ProviderServer server = http.server();
    private final ConfigurableApplicationContext context = http.context();
    private final Tools tools = new Tools();

    static class Tools {

        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        Supplier<String> agent = () -> "";

        @Tool(description = "adds")
        int add(int a, int b) {
            calls.add(a + "+" + b);
            return a + b;
        }

        @Tool(description = "asks", returnDirect = true)
        String direct() {
            return "straight";
        }

        @Tool(description = "delegates")
        String agent() throws IOException {
            return agent.get();
        }
    }

    private static List<String> keys() {
        return http.recorded().tools.stream().map(ToolRequest::key).toList();
    }

    @ParameterizedTest
    @EnumSource
    void equalCallsOfOneReplyAreTwoCalls(Side side) {
        server.enqueue(Reply.toolCall("call-1", "add", SUM).andToolCall("call-2", "add", SUM), Reply.text("three"));

        side.client(context).prompt("1+2?").tools(tools).call().content();

        assertThat(tools.calls).hasSize(2);
        assertThat(keys()).doesNotHaveDuplicates().hasSize(2);
        assertThat(http.recorded().tools).extracting(ToolRequest::callId).containsExactly("call-1", "call-2");
    }

    @ParameterizedTest
    @EnumSource
    void theSameIdentifierInTwoRoundsIsTwoCalls(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            http.reset();
            server.enqueue(
                    Reply.toolCall("call-1", "add", SUM), Reply.toolCall("call-1", "add", SUM), Reply.text("three"));
            ChatClient.ChatClientRequestSpec prompt =
                    side.client(context).prompt("1+2?").tools(tools);

            String answer = streaming
                    ? String.join("", prompt.stream().content().collectList().block(LIMIT))
                    : prompt.call().content();

            assertThat(answer).isEqualTo("three");
            assertThat(keys()).doesNotHaveDuplicates().hasSize(2);
            assertThat(new HashSet<>(http.recorded().runs)).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatIsReturnedDirectlyEndsTheLoop(Side side) {
        server.enqueue(Reply.toolCall("call-1", "direct", "{}"), Reply.toolCall("call-1", "direct", "{}"));

        assertThat(side.client(context).prompt("?").tools(tools).call().content())
                .contains("straight");
        assertThat(String.join(
                        "",
                        side.client(context).prompt("?").tools(tools).stream()
                                .content()
                                .collectList()
                                .block(LIMIT)))
                .contains("straight");
        assertThat(server.requestCount()).isEqualTo(2);
        assertThat(http.recorded().tools).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void whatAToolThrowsGoesToTheModelUnlessItEndsTheTurn(Side side) {
        RuntimeException own = new IllegalStateException("own words");
        RuntimeException blocked = new BlockedException("not this way", "rule 1");
        RuntimeException slow = new AgentKitException(ErrorKind.TIMEOUT, "too slow");
        for (RuntimeException told : List.of(own, blocked, slow)) {
            for (boolean streaming : new boolean[] {false, true}) {
                assertThat(outcome(side, told, streaming)).as(told.toString()).isNull();
                assertThat(server.requests().get(1).body()).contains(String.valueOf(told.getMessage()));
            }
        }
        RuntimeException exhausted = new AgentKitException(ErrorKind.BUDGET_EXCEEDED, "nothing left");
        RuntimeException joined = new CompletionException(exhausted);
        for (RuntimeException ending : List.of(exhausted, joined)) {
            for (boolean streaming : new boolean[] {false, true}) {
                assertThat(outcome(side, ending, streaming)).isSameAs(exhausted);
                assertThat(server.requestCount()).isOne();
            }
        }
    }

    private Throwable outcome(Side side, RuntimeException thrown, boolean streaming) {
        http.reset();
        server.enqueue(Reply.toolCall("call-1", "agent", "{}"), Reply.text("done"));
        tools.agent = () -> {
            throw thrown;
        };
        ChatClient.ChatClientRequestSpec prompt =
                side.client(context).prompt("?").tools(tools);
        return catchThrowable(() -> {
            if (streaming) {
                prompt.stream().content().blockLast(LIMIT);
            } else {
                prompt.call().content();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aNestedAgentIsAChildOfTheRun(Side side) {
        for (boolean streaming : new boolean[] {false, true}) {
            http.reset();
            server.enqueue(
                    Reply.toolCall("call-1", "agent", "{}"),
                    Reply.toolCall("call-1", "add", SUM),
                    Reply.text("inner"),
                    Reply.text("outer"));
            ChatClient client = side.client(context);
            tools.agent = () -> {
                ChatClient.ChatClientRequestSpec inner = client.prompt("inner").tools(tools);
                return streaming
                        ? String.join("", inner.stream().content().collectList().block(LIMIT))
                        : inner.call().content();
            };
            ChatClient.ChatClientRequestSpec outer = client.prompt("outer").tools(tools);

            String answer = streaming
                    ? String.join("", outer.stream().content().collectList().block(LIMIT))
                    : outer.call().content();

            assertThat(answer).isEqualTo("outer");
            List<Run> runs = http.recorded().runs;
            assertThat(runs).hasSize(4);
            assertThat(runs.get(1).parent()).isSameAs(runs.get(0));
            assertThat(runs.get(1).depth()).isOne();
            assertThat(runs.get(2)).isSameAs(runs.get(1));
            assertThat(runs.get(3)).isSameAs(runs.get(0));
            assertThat(runs.get(0).spend().requests()).isEqualTo(4);
            assertThat(runs.get(1).spend().requests()).isEqualTo(2);
            assertThat(keys().get(0)).startsWith(runs.get(0).id());
            assertThat(keys().get(1)).startsWith(runs.get(1).id());
        }
    }

    private static final Pattern JOB = Pattern.compile("job-(\\d+)-");

    private static Reply job(RecordedRequest request) {
        Matcher job = JOB.matcher(request.body());
        job.find();
        return request.body().contains("call-1")
                ? Reply.text("done " + job.group(1))
                : Reply.toolCall("call-1", "add", "{\"a\":%s,\"b\":0}".formatted(job.group(1)));
    }

    @ParameterizedTest
    @EnumSource
    void runsSideBySideDoNotMix(Side side) throws Exception {
        server.respondWith(ToolLoopTests::job);
        ChatClient client = side.client(context);
        AgentKit agentKit = context.getBean(AgentKit.class);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> jobs = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String number = String.valueOf(i);
                boolean streaming = i % 2 == 0;
                jobs.add(threads.submit(() -> {
                    try (Run run = agentKit.run(spec -> spec.id("run-" + number).tenant("tenant-" + number))) {
                        ChatClient.ChatClientRequestSpec prompt =
                                client.prompt("job-" + number + "-").tools(tools);
                        String answer = streaming
                                ? String.join(
                                        "",
                                        prompt.stream().content().collectList().block(LIMIT))
                                : prompt.call().content();
                        assertThat(answer).isEqualTo("done " + number);
                        assertThat(run.spend().requests() - run.past().spend().requests())
                                .isEqualTo(2);
                    }
                }));
            }
            for (Future<?> job : jobs) {
                job.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(http.recorded().tools).hasSize(40).allSatisfy(request -> {
            String number = request.arguments().replaceAll("\\D+(\\d+)\\D.*", "$1");
            assertThat(request.key()).startsWith("run-" + number + ":");
        });
        Set<String> pairs = new HashSet<>();
        for (Run run : http.recorded().runs) {
            pairs.add(run.id().substring(4) + "=" + run.scope().get("tenant").substring(7));
        }
        assertThat(pairs)
                .hasSize(40)
                .allSatisfy(pair -> assertThat(pair.split("=")[0]).isEqualTo(pair.split("=")[1]));
    }

    @ParameterizedTest
    @EnumSource
    void aRunOfTheApplicationHoldsAllItsCalls(Side side) {
        server.enqueue(Reply.text("one"), Reply.text("two"), Reply.chunks("th", "ree"), Reply.text("four"));
        AgentKit agentKit = context.getBean(AgentKit.class);

        Flux<ChatResponse> later;
        try (Run run = agentKit.run(spec -> spec.tenant("acme"))) {
            side.client(context).prompt("hi").call().content();
            side.model(context).call("hi");
            later = side.model(context).stream(new Prompt("hi"));
            assertThat(Run.current()).isSameAs(run);
        }
        assertThat(Run.current()).isNull();
        later.blockLast(LIMIT);
        Flux<String> wrapped = agentKit.run(spec -> spec.tenant("other"))
                .wrap(side.client(context).prompt("hi").stream().content());
        assertThat(Run.current()).isNull();
        wrapped.blockLast(LIMIT);

        List<Run> runs = http.recorded().runs;
        assertThat(runs).hasSize(4);
        assertThat(runs.get(0).scope().get("tenant")).isEqualTo("acme");
        assertThat(runs.subList(0, 2)).containsOnly(runs.get(0));
        assertThat(runs.get(3).scope().get("tenant")).isEqualTo("other");
        assertThat(runs.get(2).scope().get("tenant"))
                .as("a stream put together inside the run")
                .isEqualTo("acme");
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerAsAnObjectAndAnEditedPromptKeepTheWholeRequest(Side side) {
        record Sum(int value) {}
        server.enqueue(Reply.text("{\"value\":3}"));
        http.probe().edit = (ChatRequest request) -> request.mapText(text -> text.replace("is it", "was it"));

        Sum sum = side.client(context)
                .prompt()
                .system("careful")
                .user(user -> user.text("what is it?")
                        .media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1, 2, 3})))
                .tools(tools)
                .call()
                .entity(Sum.class);

        assertThat(sum.value()).isEqualTo(3);
        assertThat(server.requests().get(0).body())
                .contains("careful")
                .contains("what was it?")
                .contains("AQID")
                .contains("\"add\"");
    }

    @ParameterizedTest
    @EnumSource
    void aFailureOfTheConsumerEndsTheRequest(Side side) {
        server.enqueue(Reply.chunks("hel", "lo"));

        assertThatThrownBy(() -> side.client(context).prompt("hi").stream()
                        .content()
                        .doOnNext(text -> {
                            throw new IllegalStateException("consumer");
                        })
                        .blockLast(LIMIT))
                .hasMessage("consumer");
    }
}
