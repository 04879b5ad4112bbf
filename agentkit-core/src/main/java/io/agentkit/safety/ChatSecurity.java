package io.agentkit.safety;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.detect.InjectionDetector;
import io.agentkit.detect.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at what is new in a conversation before the model does, and at the answer on request. */
final class ChatSecurity implements ChatMiddleware {

    private static final String SOURCE = "a message";

    private final ChatSecuritySpec spec;

    private final TextGuard guard;

    ChatSecurity(ChatSecuritySpec spec, InjectionDetector detector, @Nullable InjectionClassifier classifier) {
        this.spec = spec;
        this.guard = new TextGuard(spec, new KeptFindings(detector), classifier);
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        Call<ChatRequest> guarded = call.withRequest(guarded(call));
        SecurityAction onReply = spec.onReply();
        if (onReply == null) {
            return next.call(guarded);
        }
        boolean holdsBack = onReply != SecurityAction.FLAG || spec.invisible() == InvisibleCharacters.STRIP;
        ChatReply reply = next.call(holdsBack ? guarded.withoutSink() : guarded);
        return guardedReply(call, reply, onReply);
    }

    private ChatRequest guarded(Call<ChatRequest> call) {
        List<Message> messages = call.request().messages();
        int fresh = fresh(messages);
        List<Message> changed = null;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (isLookedAt(message, i >= fresh)) {
                Message after = guarded(new Place(call, message.role(), i, i >= fresh), message);
                if (after != message && changed == null) {
                    changed = new ArrayList<>(messages);
                }
                if (changed != null) {
                    changed.set(i, after);
                }
            }
        }
        return changed == null ? call.request() : call.request().withMessages(changed);
    }

    /** Where what came since the last answer begins. */
    private static int fresh(List<Message> messages) {
        int at = messages.size();
        while (at > 0 && messages.get(at - 1).role() != Role.ASSISTANT) {
            at--;
        }
        return at;
    }

    private boolean isLookedAt(Message message, boolean fresh) {
        return spec.scan() == SecurityScan.ALL || message.role() == Role.TOOL || (fresh && message.role() == Role.USER);
    }

    private Message guarded(Place place, Message message) {
        if (message.role() == Role.TOOL) {
            return ToolOutputs.guarded(guard, spec.onToolResult(), place, message);
        }
        guard.media(place, message.media());
        String text = message.text();
        return text.isEmpty()
                ? message
                : message.withText(guard.guarded(place, text, Origin.USER, spec.onUser(), SOURCE));
    }

    private ChatReply guardedReply(Call<ChatRequest> call, ChatReply reply, SecurityAction action) {
        Place place = new Place(call, Role.ASSISTANT, call.request().messages().size(), true);
        String text = reply.text();
        String after = guard.guarded(place, text, Origin.REPLY, action, SOURCE);
        return after.equals(text) ? reply : reply.withText(after);
    }
}
