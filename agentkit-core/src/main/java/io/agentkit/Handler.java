package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;

/**
 * A chain around its endpoint: what an application or a bridge calls. Immutable and thread-safe.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public final class Handler<Q extends Request, R> {

    private final Chain<Q, R> chain;

    private final Next<Q, R> outermost;

    Handler(Chain<Q, R> chain, Next<Q, R> outermost) {
        this.chain = chain;
        this.outermost = outermost;
    }

    public Chain<Q, R> chain() {
        return chain;
    }

    /** Makes the call in the current run, or in one of its own, and waits for the reply. */
    public R call(Q request) {
        return call(request, CallSettings.DEFAULTS);
    }

    /**
     * Makes the call on this thread and waits for the reply; a streaming consumer has seen the whole answer when this returns, and sees
     * nothing more afterwards.
     */
    public R call(Q request, CallSettings settings) {
        Turn turn = new Turn(chain, run(settings), settings);
        Object answer = null;
        try {
            R reply = outermost.call(new Call<>(turn, request, turn.gate));
            if (reply instanceof ChatReply chat && request instanceof ChatRequest asked) {
                if (turn.checked != reply) {
                    chain.environment().replyChecks().check(asked, chat);
                }
                if (turn.gate != null) {
                    turn.gate.finish(chat, turn);
                }
            }
            answer = reply;
            return reply;
        } finally {
            turn.end(answer);
        }
    }

    private Run run(CallSettings settings) {
        Run given = settings.run();
        if (given != null) {
            return given;
        }
        RunFrame frame = RunFrame.current();
        if (frame == null) {
            return Run.implicit(null, chain.environment());
        }
        boolean nestedAgent = frame.insideTool() && chain.kind() == CallKind.CHAT;
        return nestedAgent ? Run.implicit(frame.run(), chain.environment()) : frame.run();
    }

    @Override
    public String toString() {
        return chain.toString();
    }
}
