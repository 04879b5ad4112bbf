package io.agentkit.score;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Event;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.compaction.CompactionRejected;
import io.agentkit.compaction.CompactionSpec;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.compaction.ContextCompacted;
import io.agentkit.spec.Resources;
import io.agentkit.time.Time;
import io.agentkit.tokens.ModelTokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transcript that went through a chain with {@code compaction}.
 *
 * @param messages what reached the model
 * @param tokensBefore how long it was when it came
 * @param tokens how long it was then
 * @param event what was told; null for nothing
 * @param nanos how long that took, the model of the summary included, which answers at once
 */
record CompactedTranscript(
        List<Message> messages,
        long tokensBefore,
        long tokens,
        @Nullable Event event,
        long nanos) {

    private static final Time TIME = Time.system();

    /** Without a tokenizer behind it. */
    private static final TokenEstimator QUICK = ModelTokens.INSTANCE::tokens;

    static CompactedTranscript of(
            List<Message> came,
            CompactionStrategy strategy,
            int keep,
            int limit,
            boolean tokenized,
            boolean summaryFails) {
        List<Event> events = new ArrayList<>();
        List<ChatRequest> requests = new ArrayList<>();
        TokenEstimator estimator = tokenized ? ModelTokens.INSTANCE : QUICK;
        ChainEnvironment environment =
                ChainEnvironment.defaults().withTokens(estimator).withListener(events::add);
        CompactionSpec spec = CompactionSpec.defaults()
                .withStrategy(strategy)
                .withKeepRecent(keep)
                .withMaxTokens(limit);
        var handler = Chain.chat("score")
                .environment(environment)
                .add("compaction", spec.chatMiddleware(Resources.of(environment)))
                .build()
                .around(attempt -> {
                    requests.add(attempt.request());
                    return ChatReply.of(attempt.call().purpose() == null ? "done" : summary(limit, summaryFails));
                });
        ChatRequest request = ChatRequest.builder().messages(came).build();
        long started = TIME.nanoTime();
        handler.call(request);
        long nanos = TIME.nanoTime() - started;
        Event told = null;
        for (Event event : events) {
            told = event instanceof ContextCompacted || event instanceof CompactionRejected ? event : told;
        }
        ChatRequest sent = requests.get(requests.size() - 1);
        TokenEstimator counter = estimator.tokens(request) <= limit / 4 * 3 ? estimator : estimator.forBilling(null);
        return new CompactedTranscript(sent.messages(), counter.tokens(request), counter.tokens(sent), told, nanos);
    }

    private static String summary(int limit, boolean fails) {
        if (!fails) {
            return "The user asked where order 4711 is; a tool said that it is lost.";
        }
        return switch (limit % 3) {
            case 0 -> throw new IllegalStateException("no model today");
            case 1 -> " ";
            default -> "The user asked where order 4711 is. ".repeat(2_000);
        };
    }

    boolean isChanged() {
        return event instanceof ContextCompacted compacted
                && (compacted.repairs().total() > 0 || compacted.messagesAfter() != compacted.messagesBefore());
    }

    boolean isOverLimit() {
        return event instanceof ContextCompacted compacted && compacted.overLimit();
    }

    boolean isFallback() {
        return event instanceof ContextCompacted compacted && compacted.fallback() != null;
    }

    boolean isRejected() {
        return event instanceof CompactionRejected;
    }

    /** Whether nothing is left that could go: system messages, the latest of the user and the last answer with its results. */
    boolean isLeast() {
        int last = messages.size() - 1;
        while (last >= 0 && messages.get(last).role() == Role.TOOL) {
            last--;
        }
        while (last >= 0 && messages.get(last).role() == Role.ASSISTANT) {
            last--;
        }
        int users = 0;
        for (int i = 0; i <= last; i++) {
            Role role = messages.get(i).role();
            users += role == Role.USER ? 1 : 0;
            if (role != Role.USER && role != Role.SYSTEM) {
                return false;
            }
        }
        return users <= 1;
    }

    /** Whether the system messages and the latest message of the user are there as the identical objects, and the rest in its order. */
    boolean keeps(List<Message> came) {
        List<Message> system = withRole(came, Role.SYSTEM);
        List<Message> users = withRole(came, Role.USER);
        boolean begins = messages.size() >= system.size()
                && messages.subList(0, system.size()).equals(system);
        return begins && (users.isEmpty() || contains(users.get(users.size() - 1)));
    }

    private boolean contains(Message wanted) {
        return messages.stream().anyMatch(message -> message == wanted);
    }

    private static List<Message> withRole(List<Message> messages, Role role) {
        return messages.stream().filter(message -> message.role() == role).toList();
    }
}
