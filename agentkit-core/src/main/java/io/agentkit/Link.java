package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Request;
import org.jspecify.annotations.Nullable;

/** A middleware with the rest of the chain behind it. Checks that the middleware keeps the contract and names it when it does not. */
final class Link<Q extends Request, R> implements Next<Q, R> {

    private final String name;

    private final String caller;

    private final Middleware<Q, R> middleware;

    private final Next<Q, R> next;

    /** @param caller who calls this link: the middleware outside it, or the chain */
    Link(String name, String caller, Middleware<Q, R> middleware, Next<Q, R> next) {
        this.name = name;
        this.caller = caller;
        this.middleware = middleware;
        this.next = next;
    }

    @Override
    public R call(Call<Q> call) {
        Turn<?> turn = Turn.admit(call, caller);
        R reply = middleware.handle(call, next);
        if (reply == null) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "Middleware '%s' in chain '%s' returned null; it has to return a reply"
                            .formatted(name, turn.chain()));
        }
        if (turn.sink != null && reply instanceof ChatReply chat) {
            noteDivergence(turn.gate(), chat);
        }
        return reply;
    }

    private void noteDivergence(@Nullable Gate gate, ChatReply reply) {
        if (gate != null && reply.streamMark() == null) {
            gate.diverged(name);
        }
    }
}
