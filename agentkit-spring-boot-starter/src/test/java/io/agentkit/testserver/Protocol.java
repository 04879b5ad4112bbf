package io.agentkit.testserver;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One provider's wire format; stateless. */
interface Protocol {

    /** The protocol that is spoken on a path, or null when none is. */
    static @Nullable Protocol of(String path) {
        if (path.endsWith("/chat/completions")) {
            return new OpenAiProtocol();
        }
        return path.endsWith("/messages") ? new AnthropicProtocol() : null;
    }

    /** The message as one JSON body. */
    String body(Message message, RecordedRequest request);

    /** The message as the events of a stream. */
    List<Event> events(Message message, RecordedRequest request);

    /** Status, type and code of an error. */
    Body.ErrorForm form(Body.Failure failure);

    /** The error as a JSON body, which is also the data of an error event. */
    String errorBody(Body.Failure failure);

    /** The error as an event of a stream. */
    Event errorEvent(Body.Failure failure);

    /** An event whose JSON breaks off. */
    Event malformedEvent();
}
