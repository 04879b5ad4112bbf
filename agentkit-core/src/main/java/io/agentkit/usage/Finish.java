package io.agentkit.usage;

import io.agentkit.chat.FinishReason;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds why an answer ended. */
final class Finish {

    private static final List<String> NAMES =
            List.of("finish_reason", "stop_reason", "stopReason", "finishReason", "completionReason", "done_reason");

    /** What a model of OpenAI's responses asks the caller to do. */
    private static final Set<String> ASKED = Set.of(
            "function_call", "custom_tool_call", "local_shell_call", "computer_call", "apply_patch_call", "shell_call");

    private Finish() {}

    /** The reason; null when the answer, or this event of it, gives none. */
    static @Nullable FinishReason of(Part answer) {
        String word = first(answer, NAMES);
        for (String list : List.of("choices", "candidates", "results")) {
            for (Part one : answer.parts(list)) {
                if (word == null && one.number("index") == 0) {
                    word = first(one, NAMES);
                }
            }
        }
        for (String frame : List.of("delta", "messageStop")) {
            word = word == null ? first(answer.part(frame), NAMES) : word;
        }
        if (word != null) {
            return FinishReason.of(word);
        }
        if (answer.part("promptFeedback").has("blockReason")) {
            return FinishReason.FILTERED;
        }
        return response(answer);
    }

    private static @Nullable FinishReason response(Part response) {
        String status = response.text("status");
        if ("incomplete".equals(status)) {
            String reason = response.part("incomplete_details").text("reason");
            return FinishReason.of(reason == null ? status : reason);
        }
        if (!"completed".equals(status)) {
            return null;
        }
        boolean asks = response.parts("output").stream().anyMatch(item -> isAsked(item.text("type")));
        return asks ? FinishReason.TOOL_USE : FinishReason.STOP;
    }

    private static boolean isAsked(@Nullable String type) {
        return type != null && ASKED.contains(type);
    }

    private static @Nullable String first(Part part, List<String> names) {
        for (String name : names) {
            String word = part.text(name);
            if (word != null) {
                return word;
            }
        }
        return null;
    }
}
