package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.testserver.ProviderServer;
import io.agentkit.testserver.Reply;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Where agentkit's observation stands among Spring AI's own. */
class TracingBridgeTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static ProviderServer server;
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        server = ProviderServer.start();
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(Map.ofEntries(
                        Map.entry("spring.ai.model.chat", "openai"),
                        Map.entry("spring.ai.openai.api-key", "test"),
                        Map.entry("spring.ai.openai.base-url", server.openAiBaseUrl()),
                        Map.entry("spring.ai.openai.chat.model", "gpt-test"),
                        Map.entry("spring.ai.model.embedding", "none"),
                        Map.entry("spring.ai.model.image", "none"),
                        Map.entry("spring.ai.model.moderation", "none"),
                        Map.entry("spring.ai.model.audio.speech", "none"),
                        Map.entry("spring.ai.model.audio.transcription", "none"),
                        Map.entry("spring.main.banner-mode", "off")))
                .run();
    }

    @AfterAll
    static void stop() {
        context.close();
        server.close();
    }

    /** What ends late must not end in the next test. */
    @AfterEach
    void awaitTheClient() {
        only("gen_ai.client.operation");
    }

    @BeforeEach
    void reset() {
        server.reset();
        recorded().ended.clear();
    }

    private static Recorded recorded() {
        return context.getBean(Recorded.class);
    }

    private static Observation.Context only(String name) {
        List<Observation.Context> all = recorded().ended(name);
        assertThat(all).as(name).hasSize(1);
        return all.get(0);
    }

    private static Object parent(Observation.Context context) {
        ObservationView parent = context.getParentObservation();
        return parent == null ? "none" : parent.getContextView();
    }

    @Test
    void springAisObservationOfACallNestsInOurs() {
        server.enqueue(Reply.text("hello"));

        context.getBean(ChatModel.class).call(new Prompt("hi"));

        assertThat(parent(only("gen_ai.client.operation"))).isSameAs(only("agentkit.chat"));
        assertThat(only("agentkit.chat")
                        .getLowCardinalityKeyValue("gen_ai.provider.name")
                        .getValue())
                .isEqualTo("openai");
    }

    @Test
    void springAisObservationOfAStreamNestsInOurs() {
        server.enqueue(Reply.chunks("hel", "lo"));

        context.getBean(ChatModel.class).stream(new Prompt("hi")).blockLast(LIMIT);

        assertThat(parent(only("gen_ai.client.operation"))).isSameAs(only("agentkit.chat"));
    }

    @Test
    void oursNestsInWhatTheReactorContextNames() {
        server.enqueue(Reply.chunks("hel", "lo"));
        Observation outer = Observation.start("outer", context.getBean(ObservationRegistry.class));

        context.getBean(ChatModel.class).stream(new Prompt("hi"))
                .contextWrite(reactor -> reactor.put(ObservationThreadLocalAccessor.KEY, outer))
                .blockLast(LIMIT);
        outer.stop();

        assertThat(parent(only("agentkit.chat"))).isSameAs(outer.getContextView());
    }

    private static final int MOST_WAITS = 100;

    private static final int WAIT_MILLIS = 100;

    static final class Recorded implements ObservationHandler<Observation.Context> {

        final List<Observation.Context> ended = new ArrayList<>();

        @Override
        public synchronized void onStop(Observation.Context context) {
            ended.add(context);
            notifyAll();
        }

        /** Spring AI ends a stream's observation on another thread than the one that reads the stream. */
        synchronized List<Observation.Context> ended(String name) {
            for (int waited = 0; waited < MOST_WAITS && named(name).isEmpty(); waited++) {
                try {
                    wait(WAIT_MILLIS);
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            }
            return named(name);
        }

        private List<Observation.Context> named(String name) {
            return ended.stream().filter(each -> name.equals(each.getName())).toList();
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Recorded recorded() {
            return new Recorded();
        }
    }
}
