package io.agentkit.sample.demo;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;

/**
 * What the demo model is going to say.
 *
 * @param text the answer; empty when it asks for tools instead
 * @param toolCalls the tools it asks for
 * @param pace how it is said
 */
record DemoReply(String text, List<ToolCall> toolCalls, Pace pace) {

    /** How quickly the words of an answer follow each other. */
    enum Pace {
        NORMAL,
        SLOW,
        /** A few words, then nothing until the caller goes away. */
        STALLED
    }

    static DemoReply text(String text) {
        return new DemoReply(text, List.of(), Pace.NORMAL);
    }

    static DemoReply tools(List<ToolCall> calls) {
        return new DemoReply("", calls, Pace.NORMAL);
    }

    DemoReply at(Pace changed) {
        return new DemoReply(text, toolCalls, changed);
    }

    /** The answer in pieces as a stream delivers them: a word with the space before it. */
    List<String> words() {
        return text.isEmpty() ? List.of() : List.of(text.split("(?= )"));
    }
}
