package io.agentkit;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * A chain around its endpoint: what an application or a bridge calls. Immutable and thread-safe.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public final class Handler<Q extends Request, R> {

    private final Chain<Q, R> chain;

    private final ChainEnvironment environment;

    private final GuardedListener events;

    private final RequestHook[] hooks;

    private final Endpoint<Q, R> endpoint;

    private final Next<Q, R> outermost;

    /** @param hooks what runs around every request */
    Handler(Chain<Q, R> chain, RequestHook[] hooks, Endpoint<Q, R> endpoint, Next<Q, R> outermost) {
        this.chain = chain;
        this.environment = chain.environment();
        this.events = new GuardedListener(environment.listener());
        this.hooks = hooks;
        this.endpoint = endpoint;
        this.outermost = outermost;
    }

    ChainEnvironment environment() {
        return environment;
    }

    GuardedListener events() {
        return events;
    }

    RequestHook[] hooks() {
        return hooks;
    }

    Endpoint<Q, R> endpoint() {
        return endpoint;
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
        return call(request, settings, null);
    }

    /** See {@link Call#ask}. */
    @SuppressWarnings("unchecked") // a chain around models takes ChatRequests and gives ChatReplies
    ChatReply ask(Call<?> around, ChatRequest question, String purpose) {
        if (chain.kind() != CallKind.CHAT) {
            throw new IllegalStateException(
                    "Chain '%s' is around tools, and cannot ask a model".formatted(chain.name()));
        }
        CallSettings settings = CallSettings.DEFAULTS
                .withRun(around.run())
                .withCancellation(around.cancellation())
                .within(around.surroundings());
        return ((Handler<ChatRequest, ChatReply>) this).call(question, settings, purpose);
    }

    private R call(Q request, CallSettings settings, @Nullable String purpose) {
        Turn<Q> turn = Turn.start(this, run(settings), request, settings);
        Object answer = null;
        Throwable failure = null;
        try {
            R reply = outermost.call(purpose == null ? turn : turn.withPurpose(purpose));
            if (reply instanceof ChatReply chat && request instanceof ChatRequest asked) {
                if (turn.checked != reply) {
                    environment.replyChecks().check(asked, chat);
                }
                Gate gate = turn.gate();
                if (gate != null) {
                    gate.finish(chat, turn);
                }
            }
            answer = reply;
            return reply;
        } catch (Throwable error) {
            failure = error;
            throw error;
        } finally {
            turn.end(answer, failure);
            if (events.isListening()) {
                tellEnd(turn, answer, failure);
            }
        }
    }

    private void tellEnd(Turn<Q> turn, @Nullable Object answer, @Nullable Throwable failure) {
        String served = answer instanceof ChatReply chat ? chat.model() : null;
        events.callEnded(
                turn,
                served == null ? Terminal.target(turn.request) : served,
                cacheStatus(answer),
                environment.time().nanoTime() - turn.started(),
                failure == null ? null : Settlement.classify(environment, failure));
    }

    private static CacheStatus cacheStatus(@Nullable Object answer) {
        if (answer instanceof ChatReply chat) {
            return chat.cacheStatus();
        }
        return answer instanceof ToolResult result ? result.cacheStatus() : CacheStatus.NONE;
    }

    /** The run the call belongs to; null for one of its own. */
    private @Nullable Run run(CallSettings settings) {
        Run given = settings.run();
        if (given != null) {
            return given;
        }
        RunFrame frame = RunFrame.current();
        if (frame == null) {
            return null;
        }
        return frame.insideTool() && chain.kind() == CallKind.CHAT ? Run.implicit(frame, environment) : frame.run();
    }

    @Override
    public String toString() {
        return chain.toString();
    }
}
