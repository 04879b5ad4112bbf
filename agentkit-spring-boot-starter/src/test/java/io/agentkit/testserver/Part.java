package io.agentkit.testserver;

import java.util.List;

/**
 * One part of an assistant's message.
 *
 * @param kind what it is
 * @param id the id of a tool call, else empty
 * @param name the tool's name, else empty
 * @param pieces the text, thinking or arguments, in the pieces in which a stream sends them
 */
record Part(Kind kind, String id, String name, List<String> pieces) {

    enum Kind {
        TEXT,
        THINKING,
        TOOL_CALL
    }

    static Part text(List<String> pieces) {
        return new Part(Kind.TEXT, "", "", List.copyOf(pieces));
    }

    static Part thinking(List<String> pieces) {
        return new Part(Kind.THINKING, "", "", List.copyOf(pieces));
    }

    /** A tool call whose arguments a stream sends in two halves, as real providers send fragments. */
    static Part toolCall(String id, String name, String arguments) {
        int middle = arguments.offsetByCodePoints(0, arguments.codePointCount(0, arguments.length()) / 2);
        List<String> halves = List.of(arguments.substring(0, middle), arguments.substring(middle));
        return new Part(Kind.TOOL_CALL, id, name, halves);
    }

    String whole() {
        return String.join("", pieces);
    }
}
