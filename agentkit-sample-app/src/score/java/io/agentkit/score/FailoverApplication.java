package io.agentkit.score;

import io.agentkit.testserver.ProviderServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with the starters of both providers. */
@SpringBootConfiguration
@EnableAutoConfiguration
class FailoverApplication {

    /** In US dollars for a million tokens, other for each model, so that a wrong price shows. */
    static final int MAIN_PRICE = 7;

    static final int LARGE_PRICE = 19;

    // One at a time: more would slow the calls that are measured.
    private static final Object STARTS = new Object();

    /** @param settings the documented settings, or null for Spring AI with its defaults and without agentkit */
    static ConfigurableApplicationContext start(ProviderServer server, FailoverSide side, @Nullable Path settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.config.location=" + (settings == null ? "optional:file:./none/" : "file:" + settings),
                "--spring.ai.openai.api-key=test",
                "--spring.ai.openai.base-url=" + server.openAiBaseUrl(),
                "--spring.ai.openai.chat.model=gpt-main",
                "--spring.ai.anthropic.api-key=test",
                "--spring.ai.anthropic.base-url=" + server.anthropicBaseUrl(),
                "--spring.ai.anthropic.chat.model=claude-main",
                "--spring.ai.model.embedding=none",
                "--spring.ai.model.image=none",
                "--spring.ai.model.moderation=none",
                "--spring.ai.model.audio.speech=none",
                "--spring.ai.model.audio.transcription=none",
                "--spring.ai.chat.client.enabled=false",
                "--spring.main.banner-mode=off"));
        if (settings == null) {
            arguments.add("--agentkit.enabled=false");
        } else {
            arguments.add("--spring.profiles.active=" + side.name().toLowerCase(Locale.ROOT));
            for (String model : List.of("gpt-main", "claude-main", "gpt-large", "claude-large")) {
                int price = model.endsWith("main") ? MAIN_PRICE : LARGE_PRICE;
                arguments.add("--agentkit.pricing.models." + model + ".input=" + price);
                arguments.add("--agentkit.pricing.models." + model + ".output=" + price);
            }
        }
        synchronized (STARTS) {
            return new SpringApplicationBuilder(FailoverApplication.class)
                    .web(WebApplicationType.NONE)
                    .run(arguments.toArray(String[]::new));
        }
    }
}
