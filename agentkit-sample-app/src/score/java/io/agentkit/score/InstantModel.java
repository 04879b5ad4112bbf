package io.agentkit.score;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

/** A model that takes no time, so that what is measured is what stands around it. */
final class InstantModel implements ChatModel {

    /** Pieces of a streamed answer: many, since a stream costs a thread once and this is about its pieces. */
    static final int DELTAS = 20_000;

    static final String[] FOUR_STAGES = stages("tracing, meter, cost, retry");

    static final String[] THREE_STAGES = stages("meter, cost, retry");

    private static final ChatOptions OPTIONS =
            ChatOptions.builder().model("instant").build();

    private final ChatResponse reply = response("hi", "stop", new DefaultUsage(100, 20));

    private final List<ChatResponse> chunks = chunks();

    /** Arguments that set the properties and keep the sample's own configuration out. */
    static String[] arguments(String... properties) {
        Stream<String> alone = Stream.concat(
                Stream.of("spring.config.location=optional:classpath:/none/"),
                Stream.of("chat", "embedding", "image", "moderation", "audio.speech", "audio.transcription")
                        .map(kind -> "spring.ai.model." + kind + "=none"));
        return Stream.concat(alone, Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
    }

    private static String[] stages(String chain) {
        return new String[] {
            "agentkit.chat.chain=" + chain,
            "agentkit.budgets.per-run.scope=run",
            "agentkit.budgets.per-run.max-usd=1000000",
            "agentkit.budgets.tenant.scope=tenant",
            "agentkit.budgets.tenant.max-usd=1000000",
            "agentkit.budgets.everybody.scope=global",
            "agentkit.budgets.everybody.max-usd=1000000",
            "agentkit.pricing.models.instant.input=1.25",
            "agentkit.pricing.models.instant.output=10"
        };
    }

    private static List<ChatResponse> chunks() {
        List<ChatResponse> all = new ArrayList<>();
        for (int i = 0; i < DELTAS - 1; i++) {
            all.add(response("word ", null, null));
        }
        all.add(response("", "stop", new DefaultUsage(100, 200)));
        return List.copyOf(all);
    }

    private static ChatResponse response(String text, @Nullable String finish, @Nullable DefaultUsage usage) {
        ChatResponseMetadata.Builder metadata = ChatResponseMetadata.builder().model("instant");
        if (usage != null) {
            metadata.usage(usage);
        }
        ChatGenerationMetadata generation = finish == null
                ? ChatGenerationMetadata.NULL
                : ChatGenerationMetadata.builder().finishReason(finish).build();
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text), generation)), metadata.build());
    }

    @Override
    public ChatOptions getOptions() {
        return OPTIONS;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        return reply;
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.fromIterable(chunks);
    }

    /** An application with this model and nothing else. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        ChatModel instantModel() {
            return new InstantModel();
        }
    }
}
