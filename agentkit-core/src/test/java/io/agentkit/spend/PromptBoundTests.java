package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.tokens.ModelTokens;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class PromptBoundTests {

    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    @Property(tries = 300)
    void isNoLessThanTheBytesOfTheText(@ForAll String text) {
        assertThat(PromptBound.tokens(ChatRequest.user(text)))
                .isGreaterThanOrEqualTo(text.getBytes(StandardCharsets.UTF_8).length + 64L);
    }

    @Property(tries = 300)
    void isNoLessThanTheTokensOfWhatIsSent(@ForAll String text, @ForAll @IntRange(min = 1, max = 4) int messages) {
        ChatRequest request = ChatRequest.builder()
                .messages(Collections.nCopies(messages, Message.user(text)))
                .build();
        TokenEstimator tokenizer = Objects.requireNonNull(ModelTokens.INSTANCE.upperBound("openai", "gpt-4o"));
        Encoding encoding = ENCODINGS.getEncoding(EncodingType.O200K_BASE);
        // As OpenAI counts them: three a message and three for the beginning of the answer.
        long sent = messages * (encoding.countTokensOrdinary(text) + 3L) + 3;

        assertThat(PromptBound.tokens(request, tokenizer)).isGreaterThanOrEqualTo(sent);
        assertThat(PromptBound.tokens(request)).isGreaterThanOrEqualTo(sent);
    }

    @Test
    void isNoLessThanASchemaThatIsWrittenOutOverManyLines() {
        String schema = "{\"a\":{\"b\":{\"c\":[[[{\"d\":[1,2,3],\"e\":{}}]]]}}}";
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        String written = json.writeValueAsString(json.readTree(schema));

        assertThat(PromptBound.tokens(withTool(schema)) - PromptBound.tokens(withTool("")))
                .isGreaterThanOrEqualTo(
                        ENCODINGS.getEncoding(EncodingType.CL100K_BASE).countTokensOrdinary(written));
    }

    private static ChatRequest withTool(String schema) {
        return ChatRequest.builder()
                .messages(List.of())
                .tools(List.of(new ToolDescription("t", "", schema)))
                .build();
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

        assertThat(PromptBound.tokens(request)).isBetween(800L + 1_024, 3_000L);
    }
}
