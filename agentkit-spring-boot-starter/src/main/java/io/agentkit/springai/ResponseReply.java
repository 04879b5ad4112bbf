package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** A view over a response. What every call is booked and checked by is read at once, the rest when somebody asks. */
final class ResponseReply extends ChatReply {

    private final ChatResponse response;
    private final Generation answer;
    private final @Nullable Usage usage;
    private final FinishReason finishReason;

    // Written without a barrier: two threads that read it at once make equal messages, whose fields are final.
    private @Nullable Message message;

    private ResponseReply(ChatResponse response, Generation answer) {
        this.response = response;
        this.answer = answer;
        this.usage = UsageReaders.read(response.getMetadata());
        this.finishReason = FinishReason.of(answer.getMetadata().getFinishReason());
    }

    /** @throws AgentKitException when there is no answer in it: an error in a body with a good status comes out like this */
    static ChatReply of(@Nullable ChatResponse response) {
        Generation answer = response == null ? null : Answer.of(response);
        if (response == null || answer == null) {
            throw new AgentKitException(ErrorKind.STREAM_PROTOCOL, "The model's response holds no answer");
        }
        return new ResponseReply(response, answer);
    }

    /** The model that a response names; null when it names none. */
    static @Nullable String model(ChatResponse response) {
        String model = response.getMetadata().getModel();
        return model == null || model.isEmpty() ? null : model;
    }

    @Override
    public Message message() {
        Message read = message;
        if (read == null) {
            read = MessageReader.read(answer.getOutput());
            message = read;
        }
        return read;
    }

    @Override
    public String text() {
        return MessageReader.text(answer.getOutput().getText());
    }

    @Override
    public List<ToolCall> toolCalls() {
        return answer.getOutput().hasToolCalls() ? message().toolCalls() : List.of();
    }

    @Override
    public @Nullable String reasoning() {
        return Answer.reasoning(response);
    }

    @Override
    public @Nullable Usage usage() {
        return usage;
    }

    @Override
    public FinishReason finishReason() {
        return finishReason;
    }

    /** OpenAI's clients have a part for it beside the text. */
    @Override
    public boolean isRefusal() {
        Object refusal = answer.getOutput().getMetadata().get("refusal");
        return super.isRefusal() || (refusal instanceof String text && !text.isBlank());
    }

    @Override
    public @Nullable String model() {
        return model(response);
    }

    @Override
    public boolean hasOpaqueParts() {
        AssistantMessage output = answer.getOutput();
        return response.getResults().size() > 1 || !output.getMedia().isEmpty();
    }

    @Override
    public @Nullable Map<String, Object> details() {
        return ReplyDetails.read(response, answer);
    }

    @Override
    public Object nativeReply() {
        return response;
    }
}
