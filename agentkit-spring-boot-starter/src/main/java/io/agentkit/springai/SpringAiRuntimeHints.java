package io.agentkit.springai;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Lets a native image read the two things that Spring AI keeps to itself: which model a client calls, and which method a tool. */
final class SpringAiRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.chat.client.DefaultChatClient$DefaultChatClientRequestSpec",
                        type -> type.withMethod("getChatModel", List.<TypeReference>of(), ExecutableMode.INVOKE))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.ai.tool.method.MethodToolCallback",
                        type -> type.withField("toolMethod"));
    }
}
