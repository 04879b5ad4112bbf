package io.agentkit.springai;

import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Makes views of one stream's chunks. Not thread-safe: a stream has one writer. */
final class DeltaReader {

    private int reasoningLength;

    ResponseDelta read(ChatResponse chunk) {
        Generation answer = Answer.of(chunk);
        if (answer == null) {
            return new ResponseDelta(chunk, "", ResponseDelta.NO_REASONING);
        }
        AssistantMessage message = answer.getOutput();
        Map<String, Object> metadata = message.getMetadata();
        if (metadata.get("index") instanceof Number index && index.longValue() > 0) {
            // A further choice: it rides along, and its text is no part of the answer.
            return new ResponseDelta(chunk, "", ResponseDelta.NO_REASONING);
        }
        int from = ResponseDelta.NO_REASONING;
        if (metadata.get(Answer.REASONING) instanceof String reasoning && reasoning.length() > reasoningLength) {
            from = reasoningLength;
            reasoningLength = reasoning.length();
        }
        return new ResponseDelta(chunk, MessageReader.text(message.getText()), from);
    }
}
