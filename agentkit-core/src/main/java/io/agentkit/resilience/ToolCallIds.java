package io.agentkit.resilience;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives the tool calls of a conversation identifiers that a provider accepts: in its form, and each once. What it accepts stays; the rest
 * gets the same new one each time, calls and results alike. Not thread-safe.
 */
final class ToolCallIds {

    /** What OpenAI and all others take. */
    private static final Pattern USUAL = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    private static final Pattern ANTHROPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final Pattern MISTRAL = Pattern.compile("[A-Za-z0-9]{9}");

    private static final int MISTRAL_LENGTH = 9;

    private final Pattern form;
    private final Set<String> given = new HashSet<>();

    /** New identifiers of calls without a result yet, by the old one: a result belongs to the earliest. */
    private final Map<String, Deque<String>> open = new HashMap<>();

    private boolean changed;

    private ToolCallIds(Pattern form) {
        this.form = form;
    }

    /** The form of a provider whose own identifiers always have it; null for the others, which take those of the models behind them. */
    static @Nullable Pattern strict(@Nullable String provider) {
        if (provider == null) {
            return null;
        }
        return switch (provider) {
            case "anthropic", "aws.bedrock" -> ANTHROPIC;
            case "mistral_ai" -> MISTRAL;
            default -> null;
        };
    }

    /** The form for identifiers that come from another provider. */
    static Pattern any(@Nullable String provider) {
        Pattern strict = strict(provider);
        return strict == null ? USUAL : strict;
    }

    /** The same list when nothing had to be changed. */
    static List<Message> fit(List<Message> messages, Pattern form) {
        ToolCallIds ids = new ToolCallIds(form);
        List<Message> fitting = new ArrayList<>(messages.size());
        for (Message message : messages) {
            fitting.add(ids.fit(message));
        }
        return ids.changed ? fitting : messages;
    }

    private Message fit(Message message) {
        if (!message.toolCalls().isEmpty()) {
            List<ToolCall> calls = new ArrayList<>(message.toolCalls().size());
            for (ToolCall call : message.toolCalls()) {
                String id = fresh(call.id());
                open.computeIfAbsent(call.id(), old -> new ArrayDeque<>()).add(id);
                calls.add(new ToolCall(id, call.name(), call.arguments()));
            }
            return noted(message, message.withToolCalls(calls));
        }
        if (!message.toolOutputs().isEmpty()) {
            List<ToolOutput> outputs = new ArrayList<>(message.toolOutputs().size());
            for (ToolOutput output : message.toolOutputs()) {
                Deque<String> waiting = open.get(output.callId());
                String id = waiting == null ? null : waiting.poll();
                outputs.add(id == null ? output : new ToolOutput(id, output.name(), output.text()));
            }
            return noted(message, message.withToolOutputs(outputs));
        }
        return message;
    }

    private Message noted(Message before, Message after) {
        changed |= before != after;
        return after;
    }

    private String fresh(String old) {
        String id = old;
        for (int again = 0; !form.matcher(id).matches() || !given.add(id); again++) {
            String hash = UUID.nameUUIDFromBytes((again + ":" + old).getBytes(StandardCharsets.UTF_8))
                    .toString()
                    .replace("-", "");
            id = form == MISTRAL ? hash.substring(0, MISTRAL_LENGTH) : "call_" + hash;
        }
        return id;
    }
}
