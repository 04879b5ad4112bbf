package io.agentkit.springai;

import io.agentkit.CallEnded;
import io.agentkit.ChatMiddleware;
import io.agentkit.EventListener;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.FakeTime;
import io.agentkit.testserver.ProviderServer;
import io.agentkit.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A real application with the real starters of OpenAI and Anthropic, whose clients talk to a server of ours. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(BridgeContext.Recording.class)
class HttpApplication {

    /** What the middlewares under our retry saw and did. */
    static final class Probe {

        final List<ChatReply> replies = new ArrayList<>();
        final BlockingQueue<Throwable> endings = new LinkedBlockingQueue<>();
        final BlockingQueue<CallEnded> calls = new LinkedBlockingQueue<>();
        volatile UnaryOperator<ChatRequest> edit = request -> request;

        synchronized void reset() {
            replies.clear();
            endings.clear();
            calls.clear();
            edit = request -> request;
        }

        ChatReply last() {
            return replies.get(replies.size() - 1);
        }
    }

    @Bean
    Probe probe() {
        return new Probe();
    }

    @Bean
    EventListener callsEnded(Probe probe) {
        return event -> {
            if (event instanceof CallEnded ended) {
                probe.calls.add(ended);
            }
        };
    }

    @Bean
    ChatMiddleware probing(Probe probe) {
        return (call, next) -> {
            ChatReply reply;
            try {
                reply = next.call(call.withRequest(probe.edit.apply(call.request())));
            } catch (RuntimeException failure) {
                probe.endings.add(failure);
                throw failure;
            }
            synchronized (probe) {
                probe.replies.add(reply);
            }
            return reply;
        };
    }

    @Bean
    Time time() {
        return new FakeTime();
    }

    @Bean
    ChatClient openAiClient(OpenAiChatModel model) {
        return ChatClient.create(model);
    }

    @Bean
    ChatClient anthropicClient(AnthropicChatModel model) {
        return ChatClient.create(model);
    }

    /** @param more settings in the form of the command line, over those from here */
    static ConfigurableApplicationContext start(ProviderServer server, String... more) {
        return start(server, WebApplicationType.NONE, more);
    }

    /** As {@link #start(ProviderServer, String...)}, with a server of its own. */
    static ConfigurableApplicationContext start(ProviderServer server, WebApplicationType type, String... more) {
        return new SpringApplicationBuilder(HttpApplication.class)
                .web(type)
                .properties(Map.ofEntries(
                        Map.entry("spring.ai.openai.api-key", "test"),
                        Map.entry("spring.ai.openai.base-url", server.openAiBaseUrl()),
                        Map.entry("spring.ai.openai.chat.model", "gpt-test"),
                        Map.entry("spring.ai.anthropic.api-key", "test"),
                        Map.entry("spring.ai.anthropic.base-url", server.anthropicBaseUrl()),
                        Map.entry("spring.ai.anthropic.chat.model", "claude-test"),
                        Map.entry("spring.ai.model.embedding", "none"),
                        Map.entry("spring.ai.model.image", "none"),
                        Map.entry("spring.ai.model.moderation", "none"),
                        Map.entry("spring.ai.model.audio.speech", "none"),
                        Map.entry("spring.ai.model.audio.transcription", "none"),
                        Map.entry("agentkit.chat.chain", "chatRecorder, retry, probing"),
                        Map.entry("agentkit.chat.retry.max-attempts", "4"),
                        Map.entry("agentkit.tool.chain", "toolRecorder"),
                        Map.entry("logging.level.org.springframework.ai", "off"),
                        Map.entry("spring.main.banner-mode", "off")))
                .run(more);
    }

    /** One of the two providers. */
    enum Side {
        OPENAI("openAiChatModel", "openAiClient"),
        ANTHROPIC("anthropicChatModel", "anthropicClient");

        private final String model;
        private final String client;

        Side(String model, String client) {
            this.model = model;
            this.client = client;
        }

        ChatModel model(ConfigurableApplicationContext context) {
            return context.getBean(model, ChatModel.class);
        }

        ChatClient client(ConfigurableApplicationContext context) {
            return context.getBean(client, ChatClient.class);
        }
    }
}
