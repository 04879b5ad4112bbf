package io.agentkit.limit;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class ChatDepthLimit implements ChatMiddleware {

    private final DepthLimitSpec spec;

    private final Nesting nesting;

    ChatDepthLimit(DepthLimitSpec spec) {
        this.spec = spec;
        this.nesting = new Nesting(spec);
    }

    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        nesting.check(call);
        if (call.request().tools().isEmpty()) {
            return next.call(call);
        }
        if (spec.onLoop() == OnLoop.ANSWER) {
            DepthReason reached = reached(Conversation.of(call.request()));
            if (reached != null) {
                return answered(call, reached, next.call(withoutTools(call, reached)));
            }
        }
        ChatReply reply = next.call(call);
        List<ToolCall> asked = reply.toolCalls();
        if (!asked.isEmpty()) {
            check(call, asked);
        }
        return reply;
    }

    /** A last turn is one: a model that asks for tools which it was not offered would do so for ever. */
    private ChatReply answered(Call<ChatRequest> call, DepthReason reached, ChatReply reply) {
        if (!reply.toolCalls().isEmpty()) {
            throw Nesting.exceeded(call, reached, most(reached));
        }
        return reply;
    }

    private Call<ChatRequest> withoutTools(Call<ChatRequest> call, DepthReason reached) {
        if (call.isListening()) {
            call.emit(new ToolsWithheld(call.id(), call.runId(), call.kind(), reached, most(reached)));
        }
        return call.withRequest(call.request().mutate().tools(List.of()).build());
    }

    /** Before any of the tools is called. */
    private void check(Call<ChatRequest> call, List<ToolCall> asked) {
        Integer maxCalls = spec.maxCallsPerReply();
        if (maxCalls != null && asked.size() > maxCalls) {
            throw Nesting.exceeded(call, DepthReason.CALLS_PER_REPLY, maxCalls);
        }
        if (spec.onLoop() == OnLoop.FAIL) {
            Conversation conversation = Conversation.of(call.request());
            conversation.add(asked);
            DepthReason exceeded = beyond(conversation, 1);
            if (exceeded != null) {
                throw Nesting.exceeded(call, exceeded, most(exceeded));
            }
        }
    }

    private @Nullable DepthReason reached(Conversation conversation) {
        return beyond(conversation, 0);
    }

    private @Nullable DepthReason beyond(Conversation conversation, int more) {
        Integer maxRounds = spec.maxRounds();
        if (maxRounds != null && conversation.rounds() >= maxRounds + (long) more) {
            return DepthReason.ROUNDS;
        }
        return conversation.repeats() >= spec.maxRepeats() + (long) more ? DepthReason.REPEATS : null;
    }

    private int most(DepthReason reason) {
        Integer maxRounds = spec.maxRounds();
        return reason == DepthReason.ROUNDS && maxRounds != null ? maxRounds : spec.maxRepeats();
    }
}
