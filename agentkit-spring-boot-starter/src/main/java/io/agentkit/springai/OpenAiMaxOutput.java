package io.agentkit.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

/** OpenAI has two fields of which a request may carry one; newer models know only the newer. */
final class OpenAiMaxOutput implements MaxOutput {

    static final OpenAiMaxOutput INSTANCE = new OpenAiMaxOutput();

    private OpenAiMaxOutput() {}

    @Override
    public @Nullable Integer read(ChatOptions options) {
        OpenAiChatOptions openAi = (OpenAiChatOptions) options;
        Integer completion = openAi.getMaxCompletionTokens();
        return completion == null ? openAi.getMaxTokens() : completion;
    }

    /** Stays with the older field where the application uses that: servers that only speak the protocol may know no other. */
    @Override
    public void write(ChatOptions options, ChatOptions.Builder<?> builder, @Nullable Integer tokens) {
        OpenAiChatOptions.Builder openAi = (OpenAiChatOptions.Builder) builder;
        OpenAiChatOptions before = (OpenAiChatOptions) options;
        if (before.getMaxCompletionTokens() == null && before.getMaxTokens() != null) {
            openAi.maxTokens(tokens);
        } else {
            openAi.maxCompletionTokens(tokens);
        }
    }
}
