package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.FinishReason;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Makes a reply that stands for a response. */
final class ReplyReader {

    private ReplyReader() {}

    /** @throws AgentKitException when there is no answer in it: an error in a body with a good status comes out like this */
    static ChatReply read(@Nullable ChatResponse response) {
        Generation answer = response == null ? null : Answer.of(response);
        if (response == null || answer == null) {
            throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "The model's response holds no answer");
        }
        boolean opaque = response.getResults().size() > 1
                || !answer.getOutput().getMedia().isEmpty();
        return ChatReply.builder()
                .message(MessageReader.read(answer.getOutput()))
                .reasoning(Answer.reasoning(response))
                .usage(UsageReaders.read(response.getMetadata().getUsage()))
                .finishReason(FinishReason.of(answer.getMetadata().getFinishReason()))
                .model(model(response))
                .opaqueParts(opaque)
                .nativeReply(response)
                .build();
    }

    static @Nullable String model(ChatResponse response) {
        String model = response.getMetadata().getModel();
        return model == null || model.isEmpty() ? null : model;
    }
}
