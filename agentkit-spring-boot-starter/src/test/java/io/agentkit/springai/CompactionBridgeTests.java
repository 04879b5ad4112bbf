package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallEnded;
import io.agentkit.ChainEnvironment;
import io.agentkit.compaction.CompactionSpec;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.compaction.ContextCompacted;
import io.agentkit.spec.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

class CompactionBridgeTests {

    private final FakeModel fake = new FakeModel();

    @Test // CM-01, CM-03
    void whatIsKeptIsTheIdenticalObjectAndTheOptionsToo() {
        fake.answer(FakeModel.response("4 degrees"));
        ChatOptions options = ToolCallingChatOptions.builder().model("m").build();
        List<Message> talk = talk();

        Governed governed = governed(CompactionSpec.defaults().withKeepRecent(3));
        governed.model.call(new Prompt(talk, options));

        Prompt sent = fake.prompts().get(0);
        assertThat(sent.getOptions()).isSameAs(options);
        assertThat(sent.getInstructions()).hasSize(4);
        assertThat(sent.getInstructions().get(0)).isSameAs(talk.get(0));
        for (int i = 1; i < 4; i++) {
            assertThat(sent.getInstructions().get(i)).isSameAs(talk.get(talk.size() - 4 + i));
        }
    }

    @Test
    void whatFitsGoesOutAsTheIdenticalPrompt() {
        fake.answer(FakeModel.response("4 degrees"));
        Prompt prompt = new Prompt(talk());

        governed(CompactionSpec.defaults().withKeepRecent(100)).model.call(prompt);

        assertThat(fake.prompts()).containsExactly(prompt);
        assertThat(fake.prompts().get(0)).isSameAs(prompt);
    }

    @Test // CM-06
    void streamsAreCompactedToo() {
        fake.answer(Flux.just(FakeModel.response("4 degrees")));

        Governed governed = governed(CompactionSpec.defaults().withKeepRecent(3));
        governed.model.stream(new Prompt(talk())).blockLast();

        assertThat(fake.prompts().get(0).getInstructions()).hasSize(4);
    }

    @Test
    void aSummaryIsWrittenByTheSameModelInACallOfItsOwn() {
        fake.answer(FakeModel.response("They spoke of Oslo."), FakeModel.response("4 degrees"));
        ChatOptions options = ToolCallingChatOptions.builder().model("m").build();

        Governed governed = governed(CompactionSpec.defaults()
                .withStrategy(CompactionStrategy.SUMMARIZATION)
                .withKeepRecent(3)
                .withMaxTokens(500));
        governed.model.call(new Prompt(talk(), options));

        Prompt question = fake.prompts().get(0);
        assertThat(question.getOptions().getModel()).isEqualTo("m");
        assertThat(question.getInstructions()).hasSize(2);
        Prompt sent = fake.prompts().get(1);
        assertThat(sent.getOptions()).isSameAs(options);
        assertThat(sent.getInstructions().get(1).getText()).contains("They spoke of Oslo.");
        assertThat(governed.events.of(CallEnded.class)).hasSize(2);
        assertThat(governed.events.of(ContextCompacted.class)).hasSize(1);
    }

    @Test
    void aCallThatNobodyMadeGoesFromAnAnswerWithTheRestOfIt() {
        fake.answer(FakeModel.response("4 degrees"));
        AssistantMessage asking = AssistantMessage.builder()
                .content("let me look")
                .properties(Map.of("signature", "s"))
                .toolCalls(List.of(new AssistantMessage.ToolCall("a", "function", "weather", "{}")))
                .build();

        governed(CompactionSpec.defaults())
                .model
                .call(new Prompt(List.of(new UserMessage("weather?"), asking, new UserMessage("well?"))));

        Message sent = fake.prompts().get(0).getInstructions().get(1);
        assertThat(((AssistantMessage) sent).hasToolCalls()).isFalse();
        assertThat(sent.getText()).isEqualTo("let me look");
        assertThat(sent.getMetadata()).containsEntry("signature", "s");
    }

    private Governed governed(CompactionSpec spec) {
        return Governed.of(fake, spec.chatMiddleware(Resources.of(ChainEnvironment.defaults())));
    }

    /** Ends with a question and a round of tools. */
    private static List<Message> talk() {
        List<Message> talk = new ArrayList<>();
        talk.add(new SystemMessage("be brief"));
        for (int i = 0; i < 12; i++) {
            talk.add(new UserMessage("question " + i + " about the weather in Oslo ".repeat(5)));
            talk.add(new AssistantMessage("answer " + i + " about the weather in Oslo ".repeat(5)));
        }
        talk.add(new UserMessage("and now?"));
        talk.add(AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("a", "function", "weather", "{}")))
                .build());
        talk.add(ToolResponseMessage.builder()
                .responses(List.of(new ToolResponseMessage.ToolResponse("a", "weather", "4 degrees")))
                .build());
        return talk;
    }
}
