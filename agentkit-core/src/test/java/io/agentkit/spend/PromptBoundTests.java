package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PromptBoundTests {

    @Property(tries = 300)
    void isNoLessThanTheBytesOfTheText(@ForAll String text) {
        assertThat(PromptBound.tokens(ChatRequest.user(text)))
                .isGreaterThanOrEqualTo(text.getBytes(StandardCharsets.UTF_8).length + 64L);
    }

    @Test
    void countsEverythingThatIsSent() {
        ChatRequest request = ChatRequest.builder()
                .messages(List.of(
                        Message.system("s".repeat(100)),
                        Message.assistant("a".repeat(100), List.of(new ToolCall("id", "search", "q".repeat(100)))),
                        Message.tool(new ToolOutput("id", "search", "r".repeat(100)))))
                .tools(List.of(new ToolDescription("search", "d".repeat(100), "{}".repeat(50))))
                .outputSchema("o".repeat(100))
                .build();

        assertThat(PromptBound.tokens(request)).isBetween(800L + 1_024, 2_700L);
    }
}
