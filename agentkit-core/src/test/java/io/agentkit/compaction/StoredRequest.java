package io.agentkit.compaction;

import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequestView;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next part of a conversation that the provider keeps. */
final class StoredRequest extends ChatRequestView {

    private final List<Message> messages;

    StoredRequest(List<Message> messages) {
        this.messages = messages;
    }

    @Override
    public boolean hasStoredConversation() {
        return true;
    }

    @Override
    protected List<Message> readMessages() {
        return messages;
    }

    @Override
    protected @Nullable String readModel() {
        return null;
    }

    @Override
    protected ChatOptions readOptions() {
        return ChatOptions.DEFAULTS;
    }

    @Override
    protected List<ToolDescription> readTools() {
        return List.of();
    }

    @Override
    protected @Nullable String readOutputSchema() {
        return null;
    }

    @Override
    public Object origin() {
        return this;
    }
}
