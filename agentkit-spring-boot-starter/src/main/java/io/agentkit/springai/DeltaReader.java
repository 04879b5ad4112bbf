package io.agentkit.springai;

import java.util.Map;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Makes views of one stream's chunks. Not thread-safe: a stream has one writer. */
final class DeltaReader {

    private static final String CHOICE = "index";

    private int reasoningLength;

    ResponseDelta read(ChatResponse chunk) {
        Generation answer = Answer.of(chunk);
        if (answer == null) {
            return new ResponseDelta(chunk);
        }
        Map<String, Object> metadata = answer.getOutput().getMetadata();
        if (metadata.size() <= 1) {
            // Just the type of the message, which Spring AI puts into each.
            return new ResponseDelta(chunk);
        }
        if (metadata.get(CHOICE) instanceof Number index && index.longValue() > 0) {
            return new FurtherChoiceDelta(chunk);
        }
        if (metadata.get(Answer.REASONING) instanceof String reasoning && reasoning.length() > reasoningLength) {
            ResponseDelta delta = new ReasoningDelta(chunk, reasoningLength);
            reasoningLength = reasoning.length();
            return delta;
        }
        return new ResponseDelta(chunk);
    }
}
