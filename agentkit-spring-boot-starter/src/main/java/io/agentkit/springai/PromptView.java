package io.agentkit.springai;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.ToolDescription;
import io.agentkit.text.ForeignParts;
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
        Message[] messages = new Message[instructions.size()];
        int next = 0;
        for (org.springframework.ai.chat.messages.Message message : instructions) {
            messages[next++] = MessageReader.read(message);
        }
        return List.of(messages);
    }

    @Override
    protected @Nullable String readModel() {
        return effective().getModel();
    }

    @Override
    protected ChatOptions readOptions() {
        return PortableOptions.read(effective());
    }

    /** Without the rest of the options: budgets ask for it at every request. */
    @Override
    public @Nullable Integer maxOutputTokens() {
        org.springframework.ai.chat.prompt.ChatOptions options = effective();
        return MaxOutput.of(options).read(options);
    }

    @Override
    protected List<ToolDescription> readTools() {
        List<ToolCallback> callbacks = OfferedTools.of(effective());
        if (callbacks.isEmpty()) {
            return List.of();
        }
        List<ToolDescription> tools = new ArrayList<>(callbacks.size());
        for (ToolCallback callback : callbacks) {
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
    public long unshownBytes() {
        return UnshownContent.bytes(prompt);
    }

    @Override
    public boolean hasUnshownContent() {
        return UnshownContent.isIn(effective());
    }

    @Override
    public int choiceCount() {
        return ChoiceCount.of(effective());
    }

    @Override
    public boolean hasHostedTools() {
        return HostedTools.areIn(effective());
    }

    @Override
    public boolean hasStoredConversation() {
        return StoredConversation.isIn(effective());
    }

    @Override
    public ForeignParts foreignParts() {
        return NativeParts.INSTANCE;
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
