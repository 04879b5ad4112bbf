package io.agentkit.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;

/** Where a provider's options keep the largest answer: the portable field is not always the one that counts. */
interface MaxOutput {

    MaxOutput PORTABLE = new MaxOutput() {
        @Override
        public @Nullable Integer read(ChatOptions options) {
            return options.getMaxTokens();
        }

        @Override
        public void write(ChatOptions options, ChatOptions.Builder<?> builder, @Nullable Integer tokens) {
            builder.maxTokens(tokens);
        }
    };

    @Nullable
    Integer read(ChatOptions options);

    void write(ChatOptions options, ChatOptions.Builder<?> builder, @Nullable Integer tokens);

    static MaxOutput of(ChatOptions options) {
        return OpenAiPresence.isOptions(options) ? OpenAiMaxOutput.INSTANCE : PORTABLE;
    }
}
