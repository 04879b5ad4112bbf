package io.agentkit.springai;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.boot.AgentkitAutoConfiguration;
import io.agentkit.runs.AgentkitRunsAutoConfiguration;
import io.agentkit.tool.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A small application with our bridge, Spring AI's clients and tools, and middlewares that count. */
final class BridgeContext {

    private BridgeContext() {}

    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AgentkitAutoConfiguration.class,
                        AgentkitRunsAutoConfiguration.class,
                        AgentkitSpringAiAutoConfiguration.class,
                        ToolCallingAutoConfiguration.class,
                        ChatClientAutoConfiguration.class))
                .withUserConfiguration(Recording.class)
                .withPropertyValues("agentkit.chat.chain=chatRecorder", "agentkit.tool.chain=toolRecorder");
    }

    /** What went through the chains. */
    static final class Recorded {

        final List<io.agentkit.Run> runs = new ArrayList<>();
        final List<ToolRequest> tools = new ArrayList<>();
        final List<String> chatChains = new ArrayList<>();
        final List<String> toolChains = new ArrayList<>();

        synchronized int chats() {
            return runs.size();
        }

        synchronized void reset() {
            runs.clear();
            tools.clear();
            chatChains.clear();
            toolChains.clear();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recording {

        @Bean
        Recorded recorded() {
            return new Recorded();
        }

        @Bean
        ChatMiddleware chatRecorder(Recorded recorded) {
            return (call, next) -> {
                synchronized (recorded) {
                    recorded.runs.add(call.run());
                    recorded.chatChains.add(call.chain());
                }
                return next.call(call);
            };
        }

        @Bean
        ToolMiddleware toolRecorder(Recorded recorded) {
            return (call, next) -> {
                synchronized (recorded) {
                    recorded.tools.add(call.request());
                    recorded.toolChains.add(call.chain());
                }
                return next.call(call);
            };
        }
    }
}
