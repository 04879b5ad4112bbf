package io.agentkit.springai;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.ToolDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Reads a prompt. The options that count are the prompt's own and, only when it has none, the model's: providers do not merge them. */
final class PromptView extends ChatRequestView {

    private final Prompt prompt;

    private final ChatModel model;

    PromptView(Prompt prompt, ChatModel model) {
        this.prompt = prompt;
        this.model = model;
    }

    @Override
    protected List<Message> readMessages() {
        List<org.springframework.ai.chat.messages.Message> instructions = prompt.getInstructions();
        List<Message> messages = new ArrayList<>(instructions.size());
        for (org.springframework.ai.chat.messages.Message message : instructions) {
            messages.add(MessageReader.read(message));
        }
        return List.copyOf(messages);
    }

    @Override
    protected @Nullable String readModel() {
        return effective().getModel();
    }

    @Override
    protected ChatOptions readOptions() {
        return PortableOptions.read(effective());
    }

    @Override
    protected List<ToolDescription> readTools() {
        List<ToolDescription> tools = new ArrayList<>();
        for (ToolCallback callback : OfferedTools.of(effective())) {
            ToolDefinition definition = callback.getToolDefinition();
            tools.add(new ToolDescription(definition.name(), definition.description(), definition.inputSchema()));
        }
        return List.copyOf(tools);
    }

    @Override
    protected @Nullable String readOutputSchema() {
        return effective() instanceof StructuredOutputChatOptions options ? options.getOutputSchema() : null;
    }

    @Override
    public @Nullable ServiceTier serviceTier() {
        return AskedTier.of(effective());
    }

    @Override
    public Object origin() {
        return prompt;
    }

    private org.springframework.ai.chat.prompt.ChatOptions effective() {
        org.springframework.ai.chat.prompt.ChatOptions own = prompt.getOptions();
        return own == null ? model.getOptions() : own;
    }
}
