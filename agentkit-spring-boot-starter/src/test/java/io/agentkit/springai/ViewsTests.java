package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.Usage;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.metadata.EmptyUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.util.MimeTypeUtils;

class ViewsTests {

    private final FakeModel model = new FakeModel();

    private final Media picture = new Media(MimeTypeUtils.IMAGE_PNG, URI.create("https://example.org/a.png"));

    private final List<Message> conversation = List.of(
            new SystemMessage("be nice"),
            UserMessage.builder()
                    .text("look")
                    .media(picture)
                    .metadata(Map.of("mine", 1))
                    .build(),
            AssistantMessage.builder()
                    .content("calling")
                    .toolCalls(List.of(new AssistantMessage.ToolCall("id-1", "custom", "weather", "{}")))
                    .properties(Map.of("thinking", "kept"))
                    .build(),
            ToolResponseMessage.builder()
                    .responses(List.of(new ToolResponseMessage.ToolResponse("id-1", "weather", "sunny")))
                    .metadata(Map.of("trace", "x"))
                    .build(),
            new UserMessage("and now?"));

    private ChatRequest request(ChatOptions options) {
        return new PromptView(new Prompt(conversation, options), model);
    }

    @Test
    void tellTheLongestAnswerAsTheOptionsDoAlsoOnceTheseAreChanged() {
        ChatRequest asked =
                request(OpenAiChatOptions.builder().maxCompletionTokens(70).build());

        assertThat(asked.maxOutputTokens())
                .isEqualTo(70)
                .isEqualTo(asked.options().maxOutputTokens());
        assertThat(asked.withModel("other").maxOutputTokens()).isEqualTo(70);
        assertThat(asked.withOptions(asked.options().withMaxOutputTokens(9)).maxOutputTokens())
                .isEqualTo(9);
        assertThat(asked.withOptions(asked.options().withMaxOutputTokens(null)).maxOutputTokens())
                .isNull();
    }

    private static ToolCallback tool(String name) {
        return FunctionToolCallback.builder(name, (String input) -> input)
                .inputType(String.class)
                .build();
    }

    @Test
    void readsAllPartsOfAPrompt() {
        ChatRequest request = request(OpenAiChatOptions.builder()
                .model("gpt-test")
                .temperature(0.3)
                .toolCallbacks(tool("weather"))
                .build());

        assertThat(request.model()).isEqualTo("gpt-test");
        assertThat(request.options().temperature()).isEqualTo(0.3);
        assertThat(request.tools()).extracting(ToolDescription::name).containsExactly("weather");
        assertThat(request.messages()).hasSize(5);
        assertThat(request.messages().get(1).media().get(0).source()).isSameAs(picture);
        assertThat(request.messages().get(2).toolCalls().get(0).id()).isEqualTo("id-1");
        assertThat(request.messages().get(3).toolOutputs().get(0).text()).isEqualTo("sunny");
    }

    @Test
    void toolsThatAreTakenAwayStayDescribedWhereTheProviderWantsThem() {
        ChatRequest openAi = request(
                OpenAiChatOptions.builder().toolCallbacks(tool("weather")).build());
        ChatRequest anthropic = request(
                AnthropicChatOptions.builder().toolCallbacks(tool("weather")).build());

        OpenAiChatOptions without = (OpenAiChatOptions) written(openAi);
        AnthropicChatOptions unchosen = (AnthropicChatOptions) written(anthropic);

        assertThat(without.getToolCallbacks()).isEmpty();
        assertThat(unchosen.getToolCallbacks()).hasSize(1);
        assertThat(unchosen.getToolChoice().isNone()).isTrue();
    }

    private ChatOptions written(ChatRequest request) {
        return PromptWriter.write(request.mutate().tools(List.of()).build(), model)
                .getOptions();
    }

    @Test
    void onlyTheEditedMessageIsCopiedAndKeepsWhatAViewDoesNotShow() {
        ChatRequest edited = request(null).mapText(text -> text.replace("look", "see"));

        List<Message> written = PromptWriter.write(edited, model).getInstructions();

        assertThat(written.get(0)).isSameAs(conversation.get(0));
        assertThat(written.get(2)).isSameAs(conversation.get(2));
        assertThat(written.get(4)).isSameAs(conversation.get(4));
        assertThat(written.get(1).getText()).isEqualTo("see");
        assertThat(((UserMessage) written.get(1)).getMedia()).containsExactly(picture);
        assertThat(written.get(1).getMetadata()).containsEntry("mine", 1);
    }

    @Test
    void editedToolResultsAndToolCallsKeepTheirMetadata() {
        ChatRequest edited = request(null).mapText(text -> text.toUpperCase(Locale.ROOT));

        List<Message> written = PromptWriter.write(edited, model).getInstructions();

        AssistantMessage assistant = (AssistantMessage) written.get(2);
        assertThat(assistant.getText()).isEqualTo("CALLING");
        assertThat(assistant.getToolCalls().get(0).type()).isEqualTo("custom");
        assertThat(assistant.getMetadata()).containsEntry("thinking", "kept");
        ToolResponseMessage result = (ToolResponseMessage) written.get(3);
        assertThat(result.getResponses().get(0).responseData()).isEqualTo("SUNNY");
        assertThat(result.getMetadata()).containsEntry("trace", "x");
    }

    @Test
    void anEditedPromptKeepsTheOptionsObjectWhenOnlyMessagesChanged() {
        OpenAiChatOptions options =
                OpenAiChatOptions.builder().model("gpt-test").build();

        Prompt written = PromptWriter.write(request(options).mapText(text -> text + "!"), model);

        assertThat(written.getOptions()).isSameAs(options);
    }

    @Test
    void theLargestAnswerIsWrittenWhereTheProviderReadsIt() {
        OpenAiChatOptions newer = written(OpenAiChatOptions.builder().build());
        OpenAiChatOptions older =
                written(OpenAiChatOptions.builder().maxTokens(5).build());
        OpenAiChatOptions set =
                written(OpenAiChatOptions.builder().maxCompletionTokens(5).build());
        AnthropicChatOptions anthropic = written(AnthropicChatOptions.builder().build());

        assertThat(newer.getMaxCompletionTokens()).isEqualTo(77);
        assertThat(newer.getMaxTokens()).isNull();
        assertThat(older.getMaxTokens()).isEqualTo(77);
        assertThat(older.getMaxCompletionTokens()).isNull();
        assertThat(set.getMaxCompletionTokens()).isEqualTo(77);
        assertThat(anthropic.getMaxTokens()).isEqualTo(77);
    }

    @SuppressWarnings("unchecked")
    private <O extends ChatOptions> O written(O options) {
        ChatRequest request = request(options);
        ChatRequest edited = request.withOptions(request.options().withMaxOutputTokens(77));
        assertThat(edited.options().maxOutputTokens()).isEqualTo(77);
        return (O) PromptWriter.write(edited, model).getOptions();
    }

    @Test
    void anotherModelAndFewerToolsKeepTheProvidersOwnOptions() {
        ChatRequest request = request(OpenAiChatOptions.builder()
                .model("gpt-test")
                .user("ann")
                .seed(7)
                .toolCallbacks(tool("weather"), tool("mail"))
                .build());
        ChatRequest edited = request.mutate()
                .model("gpt-other")
                .tools(request.tools().subList(0, 1))
                .build();

        OpenAiChatOptions written =
                (OpenAiChatOptions) PromptWriter.write(edited, model).getOptions();

        assertThat(written.getModel()).isEqualTo("gpt-other");
        assertThat(written.getUser()).isEqualTo("ann");
        assertThat(written.getSeed()).isEqualTo(7);
        assertThat(OfferedTools.of(written)).hasSize(1);
    }

    @Test
    void aToolThatNobodyCanCallIsRefused() {
        ChatRequest request = request(OpenAiChatOptions.builder().build());
        ChatRequest edited = request.mutate()
                .tools(List.of(new ToolDescription("made-up", "", "{}")))
                .build();

        assertThatThrownBy(() -> PromptWriter.write(edited, model))
                .isInstanceOf(AgentKitException.class)
                .hasMessageContaining("'made-up'");
    }

    @Test
    void aRequestOfOursBecomesAPromptWithTheModelsOwnOptions() {
        Prompt plain = PromptWriter.write(ChatRequest.user("hi"), model);
        Prompt chosen = PromptWriter.write(ChatRequest.user("hi").withModel("other"), model);

        assertThat(plain.getContents()).isEqualTo("hi");
        assertThat(plain.getOptions()).isNull();
        assertThat(chosen.getOptions().getModel()).isEqualTo("other");
    }

    @Test
    void theAnswerIsFoundBehindThinkingBlocks() {
        ChatResponse response = new ChatResponse(List.of(
                new Generation(AssistantMessage.builder()
                        .content("hmm")
                        .properties(Map.of("signature", "s"))
                        .build()),
                new Generation(
                        new AssistantMessage("the answer"),
                        ChatGenerationMetadata.builder()
                                .finishReason("end_turn")
                                .build())));

        ChatReply reply = ResponseReply.of(response);

        assertThat(reply.text()).isEqualTo("the answer");
        assertThat(reply.reasoning()).isEqualTo("hmm");
        assertThat(reply.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(reply.hasOpaqueParts()).isTrue();
    }

    @Test
    void furtherChoicesRideAlong() {
        ChatResponse response = new ChatResponse(
                List.of(new Generation(new AssistantMessage("first")), new Generation(new AssistantMessage("second"))));
        ChatReply reply = ResponseReply.of(response);

        ChatResponse edited = ResponseWriter.write(reply.withText("changed"));

        assertThat(reply.hasOpaqueParts()).isTrue();
        assertThat(ResponseWriter.write(reply)).isSameAs(response);
        assertThat(edited.getResults())
                .extracting(each -> each.getOutput().getText())
                .containsExactly("changed", "second");
    }

    @Test
    void theTextOfAFurtherChoiceIsNoPartOfAStreamedAnswer() {
        DeltaReader deltas = new DeltaReader();

        assertThat(deltas.read(FakeModel.chunk("a", Map.of("index", 0L))).text())
                .isEqualTo("a");
        assertThat(deltas.read(FakeModel.chunk("b", Map.of("index", 1L))).text())
                .isEmpty();
    }

    @Test
    void reasoningThatEachChunkRepeatsIsReadOnce() {
        DeltaReader deltas = new DeltaReader();

        assertThat(deltas.read(FakeModel.chunk("", Map.of(Answer.REASONING, "let me")))
                        .reasoning())
                .isEqualTo("let me");
        assertThat(deltas.read(FakeModel.chunk("", Map.of(Answer.REASONING, "let me see")))
                        .reasoning())
                .isEqualTo(" see");
        assertThat(deltas.read(FakeModel.chunk("x", Map.of(Answer.REASONING, "let me see")))
                        .reasoning())
                .isNull();
    }

    @Test
    void aCountOfNothingInAStreamIsNoCount() {
        assertThat(UsageReaders.read(new EmptyUsage(), null)).isNull();
        assertThat(UsageReaders.read(new DefaultUsage(0, 0), null)).isNull();
        assertThat(new DeltaReader().read(FakeModel.chunk("a")).usage()).isNull();
    }

    @Test
    void withoutAProvidersObjectTheCachedPartIsTakenOutOfThePrompt() {
        assertThat(UsageReaders.read(new DefaultUsage(100, 7, 107, null, 80L, null), null))
                .isEqualTo(Usage.of(20, 80, 0, 7));
    }
}
