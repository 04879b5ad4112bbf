package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.DefaultChatClient.DefaultChatClientRequestSpec;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class SpringAiRuntimeHintsTests {

    @Test
    void aNativeImageCanReadWhatSpringAiKeepsToItself() throws Exception {
        RuntimeHints hints = new RuntimeHints();
        new SpringAiRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(DefaultChatClientRequestSpec.class.getDeclaredMethod("getChatModel")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onFieldAccess(MethodToolCallback.class.getDeclaredField("toolMethod")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(OpenAiChatOptions.class.getDeclaredField("seed")))
                .accepts(hints);
    }
}
