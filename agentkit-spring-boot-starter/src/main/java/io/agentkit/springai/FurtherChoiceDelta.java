package io.agentkit.springai;

import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** A piece of a further choice: it rides along, and its text is no part of the answer. */
final class FurtherChoiceDelta extends ResponseDelta {

    FurtherChoiceDelta(ChatResponse response) {
        super(response);
    }

    @Override
    String text(Generation answer) {
        return "";
    }
}
