package io.agentkit.coerce;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import java.util.ArrayList;
import java.util.List;

/** Asks again for an answer that was not valid. */
final class Question {

    private Question() {}

    /** The request with the last answer and what is wrong with it; earlier ones are left out. */
    static ChatRequest again(ChatRequest request, ChatReply reply, Answer answer) {
        List<Message> messages = new ArrayList<>(request.messages());
        if (!reply.text().isBlank()) {
            messages.add(Message.assistant(reply.text()));
        }
        messages.add(Message.user(text(answer.problems())));
        return request.withMessages(messages);
    }

    private static String text(List<OutputProblem> problems) {
        StringBuilder text = new StringBuilder("Your answer is not valid against the JSON schema it has to follow:\n");
        for (OutputProblem problem : problems) {
            text.append("- ")
                    .append(problem.path().isEmpty() ? "the whole" : problem.path())
                    .append(": ")
                    .append(problem.hint())
                    .append('\n');
        }
        return text.append("Answer again, with the complete JSON and nothing else.")
                .toString();
    }
}
