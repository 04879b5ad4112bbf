package io.agentkit.compaction;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.List;

/** A chain of {@code compaction} alone, around a model that answers everything. */
final class Compacted {

    static final String ANSWER = "It is on its way.";

    static final String SUMMARY = "They asked for order 4711.";

    final ChainHarness harness = ChainHarness.create();

    private Compacted(CompactionSpec spec) {
        harness.add("compaction", spec.chatMiddleware(harness.resources()));
        harness.model.always(attempt -> ChatReply.of(attempt.call().purpose() == null ? ANSWER : SUMMARY));
    }

    static Compacted by(CompactionSpec spec) {
        return new Compacted(spec);
    }

    static Compacted by(CompactionStrategy strategy, int keepRecent, int maxTokens) {
        return by(CompactionSpec.defaults()
                .withStrategy(strategy)
                .withKeepRecent(keepRecent)
                .withMaxTokens(maxTokens));
    }

    /** What reaches the model. */
    List<Message> send(List<Message> messages) {
        return send(ChatRequest.builder().messages(messages).build()).messages();
    }

    ChatRequest send(ChatRequest request) {
        harness.chatHandler().call(request);
        List<ChatRequest> sent = harness.model.requests();
        return sent.get(sent.size() - 1);
    }

    List<ContextCompacted> events() {
        return harness.events.of(ContextCompacted.class);
    }

    ContextCompacted event() {
        return events().get(events().size() - 1);
    }

    static boolean isSummary(Message message) {
        return message.text().contains(SUMMARY);
    }

    static long tokens(List<Message> messages) {
        return TokenEstimator.QUARTER.tokens(
                ChatRequest.builder().messages(messages).build());
    }

    /** user 1, answer 1, user 2, answer 2, … user n. */
    static List<Message> conversation(int turns) {
        List<Message> messages = new ArrayList<>();
        for (int turn = 1; turn < turns; turn++) {
            messages.add(Message.user("user " + turn));
            messages.add(Message.assistant("answer " + turn));
        }
        messages.add(Message.user("user " + turns));
        return messages;
    }

    static Message call(String... ids) {
        List<ToolCall> calls = new ArrayList<>();
        for (String id : ids) {
            calls.add(new ToolCall(id, "weather", "{}"));
        }
        return Message.assistant("", calls);
    }

    static Message result(String... ids) {
        List<ToolOutput> results = new ArrayList<>();
        for (String id : ids) {
            results.add(new ToolOutput(id, "weather", "4 degrees"));
        }
        return Message.tool(results.toArray(ToolOutput[]::new));
    }
}
