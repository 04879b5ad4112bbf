package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChainEnvironment;
import io.agentkit.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.function.FunctionToolCallback;

class ToolInvocationTests {

    private static final String KEY = "idem:1";

    private final List<Map<String, Object>> seen = new ArrayList<>();

    final class Tools {

        @Tool
        String charge(ToolContext context) {
            seen.add(context.getContext());
            return "paid";
        }
    }

    /** As those of MCP, which send their context to the other side. */
    private final class Remote implements ToolCallback {

        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder().name("remote").inputSchema("{}").build();
        }

        @Override
        public String call(String toolInput) {
            return call(toolInput, null);
        }

        @Override
        public String call(String toolInput, @Nullable ToolContext context) {
            seen.add(context == null ? Map.of("no", "context") : context.getContext());
            return "paid";
        }
    }

    private void call(ToolCallback callback, @Nullable ToolContext context, @Nullable String key) {
        try (Run run = Run.open(ChainEnvironment.defaults(), spec -> {})) {
            new ToolInvocation(callback, context).call(run, "pay", "{}", key);
        }
    }

    @Test
    void putsTheKeyIntoTheContextOfMethods() {
        ToolCallback method = ToolCallbacks.from(new Tools())[0];

        call(method, new ToolContext(Map.of("user", "ada")), KEY);
        call(method, null, KEY);
        call(method, new ToolContext(Map.of("user", "ada")), null);

        assertThat(seen)
                .containsExactly(
                        Map.of("user", "ada", "agentkit.idempotency-key", KEY),
                        Map.of("agentkit.idempotency-key", KEY),
                        Map.of("user", "ada"));
    }

    @Test
    void putsTheKeyIntoTheContextOfFunctions() {
        ToolCallback function = FunctionToolCallback.builder("charge", (Map<?, ?> input, ToolContext context) -> {
                    seen.add(context.getContext());
                    return "paid";
                })
                .inputType(Map.class)
                .build();

        call(function, null, KEY);

        assertThat(seen).containsExactly(Map.of("agentkit.idempotency-key", KEY));
    }

    @Test
    void sendsTheKeyNowhereElse() {
        call(new Remote(), new ToolContext(Map.of("user", "ada")), KEY);
        call(new Remote(), null, KEY);

        assertThat(seen).containsExactly(Map.of("user", "ada"), Map.of("no", "context"));
    }
}
