package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.Usage;
import io.agentkit.tool.ToolRequest;
import org.jspecify.annotations.Nullable;

/** The innermost part of every chain: numbers a request, runs the hooks around it, sends it, and checks what comes back. */
final class Terminal<Q extends Request, R> implements Next<Q, R> {

    private final Endpoint<Q, R> endpoint;

    private final String caller;

    Terminal(Endpoint<Q, R> endpoint, String caller) {
        this.endpoint = endpoint;
        this.caller = caller;
    }

    @Override
    public R call(Call<Q> call) {
        Turn<?> turn = Turn.admit(call, caller);
        call.cancellation().throwIfCancelled();
        Gate gate = turn.gate();
        if (gate != null) {
            gate.throwIfCommittedFailure();
        }
        Attempt<Q> attempt = new Attempt<>(call, turn.nextNumber());
        Settlement.open(attempt, caller);
        R reply = null;
        try {
            if (turn.wants(RequestSent.class)) {
                turn.emit(new RequestSent(turn.id(), attempt.number(), target(call.request())));
            }
            reply = described(attempt, send(attempt));
            reply = checked(attempt, reply);
            attempt.complete();
        } catch (Throwable error) {
            throw failed(attempt, reply, error);
        }
        Settlement.succeeded(attempt, reply);
        return reply;
    }

    private R send(Attempt<Q> attempt) {
        Cancellation cancellation = attempt.cancellation();
        if (!cancellation.isPossible()) {
            return sendInFrame(attempt);
        }
        InterruptSlot slot = new InterruptSlot();
        cancellation.add(slot);
        try {
            return sendInFrame(attempt);
        } finally {
            cancellation.remove(slot);
            slot.close();
        }
    }

    @SuppressWarnings("try") // the frame is there to be closed
    private R sendInFrame(Attempt<Q> attempt) {
        Call<Q> call = attempt.call();
        if (attempt.request() instanceof ToolRequest tool) {
            ToolCallContext context = new ToolCallContext(
                    tool.name(), tool.callId(), attempt.number(), call.attribute(ToolCallContext.IDEMPOTENCY_KEY));
            try (RunFrame frame = RunFrame.enter(call.run(), true, context)) {
                attempt.entered(frame);
                return endpoint(attempt).send(attempt);
            }
        }
        if (call.depth() == 0) {
            return endpoint(attempt).send(attempt);
        }
        // What a model is asked from within a tool is no part of the tool's own requests, and must not have their key.
        RunFrame around = RunFrame.current();
        if (around == null || around.toolCall() == null) {
            return endpoint(attempt).send(attempt);
        }
        try (RunFrame frame = RunFrame.enter(around.run(), around.insideTool())) {
            return endpoint(attempt).send(attempt);
        }
    }

    @SuppressWarnings("unchecked") // who sends a call elsewhere answers for the type of the reply
    private Endpoint<Q, R> endpoint(Attempt<Q> attempt) {
        Endpoint<Q, ?> elsewhere = attempt.call().elsewhere();
        return elsewhere == null ? endpoint : (Endpoint<Q, R>) elsewhere;
    }

    @SuppressWarnings("unchecked") // a ChatReply in, a ChatReply out
    private R described(Attempt<Q> attempt, @Nullable R reply) {
        if (reply == null) {
            throw new AgentKitException(
                    ErrorKind.CONFIG,
                    "The endpoint of chain '%s' returned null"
                            .formatted(attempt.call().chain()));
        }
        return reply instanceof ChatReply chat && attempt.request() instanceof ChatRequest request
                ? (R) described(attempt.call().environment(), request, chat)
                : reply;
    }

    @SuppressWarnings("unchecked") // a ChatReply in, a ChatReply out
    private R checked(Attempt<Q> attempt, R reply) {
        if (!(reply instanceof ChatReply chat) || !(attempt.request() instanceof ChatRequest request)) {
            return reply;
        }
        Turn<?> turn = attempt.call().turn();
        turn.environment().replyChecks().check(request, chat);
        ChatReply marked = attempt.marked(chat);
        turn.checked = marked;
        return (R) marked;
    }

    /**
     * The reply with an estimate where the provider did not count, and the model and tier asked for where it did not say which ones served.
     */
    private static ChatReply described(ChainEnvironment environment, ChatRequest request, ChatReply reply) {
        boolean named = reply.model() != null || request.model() == null;
        Usage counted = reply.usage();
        Usage usage = served(request, counted == null ? estimated(environment, request, reply) : counted);
        if (usage == counted && named) {
            return reply;
        }
        ChatReply.Builder described = reply.mutate().usage(usage);
        return (named ? described : described.model(request.model())).build();
    }

    private static Usage estimated(ChainEnvironment environment, ChatRequest request, ChatReply reply) {
        TokenEstimator tokens =
                environment.tokens().forBilling(reply.model() == null ? request.model() : reply.model());
        return Usage.estimated(tokens.tokens(request), tokens.tokens(reply.message()));
    }

    /** The usage with the tier that was asked for, where it names none. */
    static Usage served(ChatRequest request, Usage usage) {
        ServiceTier asked = usage.tier() == null ? request.serviceTier() : null;
        return asked == null ? usage : usage.withDetails(usage.details().withTier(asked));
    }

    private static <Q extends Request> RuntimeException failed(
            Attempt<Q> attempt, @Nullable Object reply, Throwable error) {
        Throwable cause = cause(attempt.cancellation().reason(), error);
        attempt.fail(cause);
        // What a reply counts is paid for even when the reply turns out to be no good.
        Usage counted = reply instanceof ChatReply chat ? chat.usage() : null;
        Settlement.failed(attempt, counted, cause, error);
        return Rethrow.unchecked(cause);
    }

    /** What goes out: after a cancellation that, whatever the endpoint made of it; never in place of an {@link Error}. */
    private static Throwable cause(Cancellation.@Nullable Reason reason, Throwable error) {
        boolean interrupted = error instanceof InterruptedException;
        if (interrupted && reason == null) {
            Thread.currentThread().interrupt();
            return new CancelledException(Cancellation.Reason.INTERRUPTED, null);
        }
        return reason == null || error instanceof CancelledException || error instanceof Error
                ? error
                : new CancelledException(reason, interrupted ? null : error);
    }

    static @Nullable String target(Request request) {
        if (request instanceof ChatRequest chat) {
            return chat.model();
        }
        return request instanceof ToolRequest tool ? tool.name() : null;
    }
}
