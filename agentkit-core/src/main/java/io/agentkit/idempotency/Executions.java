package io.agentkit.idempotency;

import io.agentkit.Call;
import io.agentkit.ErrorTrace;
import io.agentkit.Next;
import io.agentkit.ToolCallContext;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes calls that are held, and settles in the store what came of them. */
final class Executions {

    private static final Logger log = LoggerFactory.getLogger(Executions.class);

    private final IdempotentSpec spec;
    private final IdempotencyStore store;
    private final Heartbeats heartbeats;

    Executions(IdempotentSpec spec, IdempotencyStore store, Heartbeats heartbeats) {
        this.spec = spec;
        this.store = store;
        this.heartbeats = heartbeats;
    }

    /** Without a mark in the store. */
    static ToolResult unmarked(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next, String key) {
        return next.call(call.with(ToolCallContext.IDEMPOTENCY_KEY, key));
    }

    ToolResult make(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next, ToolCallMark mark) {
        SentRequests sent = new SentRequests();
        Runnable lost = new Loss(call, mark);
        Heartbeats.Heartbeat heartbeat = heartbeats.begin(() -> beat(mark), lost);
        ToolResult result;
        try {
            result = unmarked(call.withHook(sent), next, mark.key());
        } catch (Throwable error) {
            heartbeat.stop();
            failed(call, mark, sent.effect(), lost);
            throw error;
        }
        heartbeat.stop();
        made(call, mark, result.text(), lost);
        return result;
    }

    private boolean beat(ToolCallMark mark) {
        try {
            return store.renew(mark.key(), mark.holder(), spec.lease());
        } catch (RuntimeException | Error failure) {
            log.warn(
                    "The store did not hear that tool '{}' is still at work; it will be told again",
                    mark.tool(),
                    ErrorTrace.of(failure));
            return true;
        }
    }

    private void made(Call<ToolRequest> call, ToolCallMark mark, String result, Runnable lost) {
        boolean kept = result.length() <= spec.maxResultLength();
        if (!kept && call.isListening()) {
            call.emit(new ResultNotKept(call.id(), mark.tool(), result.length()));
        }
        complete(mark, kept ? result : null, lost);
    }

    private void failed(Call<ToolRequest> call, ToolCallMark mark, SentRequests.Effect effect, Runnable lost) {
        boolean harmless = call.request().facts().safety() == ToolSafety.IDEMPOTENT;
        boolean free = effect == SentRequests.Effect.NONE
                || harmless
                || (effect == SentRequests.Effect.FAILED && spec.onFailure() == OnFailure.RELEASE);
        if (free) {
            settle(mark, "was not made", () -> store.release(mark.key(), mark.holder()), lost);
        } else if (effect == SentRequests.Effect.ACTED) {
            complete(mark, null, lost);
        } else {
            settle(mark, "has an unknown outcome", () -> store.abandon(mark.key(), mark.holder()), lost);
            if (call.isListening()) {
                call.emit(new OutcomeBecameUnknown(call.id(), mark.tool(), mark.key()));
            }
        }
    }

    private void complete(ToolCallMark mark, @Nullable String result, Runnable lost) {
        settle(mark, "was made", () -> store.complete(mark.key(), mark.holder(), result, spec.keep()), lost);
    }

    /** What came of the call is for its caller, whatever happens to the mark: a mark that stays becomes an unknown outcome. */
    private static void settle(ToolCallMark mark, String what, BooleanSupplier settling, Runnable lost) {
        try {
            if (!Uninterrupted.get(settling::getAsBoolean)) {
                lost.run();
            }
        } catch (RuntimeException failure) {
            log.warn(
                    "The store did not hear that a call of tool '{}' {}: made again, its outcome will be unknown",
                    mark.tool(),
                    what,
                    ErrorTrace.of(failure));
        }
    }

    /** Tells that the hold on a call is somebody else's, once: the beats and the end of the call may both find out. */
    private static final class Loss implements Runnable {

        private final Call<ToolRequest> call;
        private final ToolCallMark mark;
        private final AtomicBoolean told = new AtomicBoolean();

        Loss(Call<ToolRequest> call, ToolCallMark mark) {
            this.call = call;
            this.mark = mark;
        }

        @Override
        public void run() {
            if (told.getAndSet(true)) {
                return;
            }
            log.warn(
                    "A call of tool '{}' was silent for too long, and somebody else has settled or made it",
                    mark.tool());
            if (call.isListening()) {
                call.emit(new HoldLost(call.id(), mark.tool(), mark.key()));
            }
        }
    }
}
