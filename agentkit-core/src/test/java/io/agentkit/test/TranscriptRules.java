package io.agentkit.test;

import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks transcripts by the {@link TranscriptRule rules} of OpenAI and Anthropic, all of them. Not thread-safe. */
public final class TranscriptRules {

    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_-]+");

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private static final int LONGEST_ID = 40;

    private static final int MOST_CALLS = 128;

    private final List<Message> messages;
    private final Set<TranscriptRule> broken = EnumSet.noneOf(TranscriptRule.class);
    private final Set<String> all = new HashSet<>();
    private final Set<String> open = new HashSet<>();
    private final Set<String> answered = new HashSet<>();

    private TranscriptRules(List<Message> messages) {
        this.messages = messages;
    }

    /** The rules that the transcript breaks; none when both providers take it. */
    public static Set<TranscriptRule> broken(List<Message> messages) {
        return new TranscriptRules(messages).check();
    }

    private Set<TranscriptRule> check() {
        boolean begun = false;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() == Role.SYSTEM) {
                require(TranscriptRule.SYSTEM_COMES_FIRST, !begun);
                continue;
            }
            require(TranscriptRule.USER_COMES_FIRST, begun || message.role() == Role.USER);
            begun = true;
            require(
                    TranscriptRule.MEDIA_ARE_THE_USERS,
                    message.role() == Role.USER || message.media().isEmpty());
            if (message.role() == Role.TOOL) {
                message.toolOutputs().forEach(this::result);
            } else {
                close();
                said(message, i == messages.size() - 1);
            }
        }
        close();
        require(TranscriptRule.HAS_A_MESSAGE, begun);
        return broken;
    }

    private void require(TranscriptRule rule, boolean kept) {
        if (!kept) {
            broken.add(rule);
        }
    }

    /** Something else than a result follows. */
    private void close() {
        require(TranscriptRule.CALL_IS_ANSWERED, open.isEmpty());
        open.clear();
        answered.clear();
    }

    private void said(Message message, boolean last) {
        if (message.role() == Role.USER) {
            require(
                    TranscriptRule.USER_SAYS_SOMETHING,
                    !message.text().isBlank() || !message.media().isEmpty());
            return;
        }
        require(
                TranscriptRule.ANSWER_SAYS_SOMETHING,
                !message.text().isBlank() || !message.toolCalls().isEmpty());
        require(
                TranscriptRule.PREFILL_ENDS_IN_TEXT,
                !last || message.text().equals(message.text().stripTrailing()));
        require(TranscriptRule.CALLS_ARE_FEW, message.toolCalls().size() <= MOST_CALLS);
        message.toolCalls().forEach(this::call);
    }

    private void call(ToolCall call) {
        identified(call.id());
        require(TranscriptRule.NAME_IS_PLAIN, NAME.matcher(call.name()).matches());
        require(TranscriptRule.CALLS_DIFFER, open.add(call.id()));
        require(TranscriptRule.IDENTIFIERS_ARE_UNIQUE, all.add(call.id()));
    }

    private void identified(String id) {
        require(TranscriptRule.IDENTIFIER_IS_PRESENT, !id.isEmpty());
        require(TranscriptRule.IDENTIFIER_IS_SHORT, id.length() <= LONGEST_ID);
        require(
                TranscriptRule.IDENTIFIER_IS_PLAIN,
                id.isEmpty() || PLAIN.matcher(id).matches());
    }

    private void result(ToolOutput output) {
        identified(output.callId());
        if (open.remove(output.callId())) {
            answered.add(output.callId());
        } else if (answered.contains(output.callId())) {
            broken.add(TranscriptRule.RESULT_COMES_ONCE);
        } else {
            broken.add(TranscriptRule.RESULT_ANSWERS_A_CALL);
        }
    }
}
