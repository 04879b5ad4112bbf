package io.agentkit;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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
        Turn turn = new Turn(chain, run(settings), request, settings);
        Object answer = null;
        Throwable failure = null;
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
        } catch (Throwable error) {
            failure = error;
            throw error;
        } finally {
            turn.end(answer);
            if (turn.isListening()) {
                turn.emit(ended(turn, request, answer, failure));
            }
        }
    }

    private CallEnded ended(Turn turn, Q request, @Nullable Object answer, @Nullable Throwable failure) {
        String target = answer instanceof ChatReply chat ? chat.model() : null;
        Long firstText = turn.firstText();
        return new CallEnded(
                turn.id(),
                chain.name(),
                chain.kind(),
                target == null ? Terminal.target(request) : target,
                turn.attempts(),
                turn.requests(),
                Duration.ofNanos(turn.environment.time().nanoTime() - turn.started),
                firstText == null ? null : Duration.ofNanos(firstText - turn.started),
                cacheStatus(answer),
                failure == null ? null : Settlement.classify(turn.environment, failure));
    }

    private static CacheStatus cacheStatus(@Nullable Object answer) {
        if (answer instanceof ChatReply chat) {
            return chat.cacheStatus();
        }
        return answer instanceof ToolResult result ? result.cacheStatus() : CacheStatus.NONE;
    }

    private Run run(CallSettings settings) {
        Run given = settings.run();
        if (given != null) {
            return given;
        }
        Run current = Run.current();
        return current == null || chain.kind() == CallKind.CHAT ? Run.forModelCall(chain.environment()) : current;
    }

    @Override
    public String toString() {
        return chain.toString();
    }
}
