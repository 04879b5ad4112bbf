package io.agentkit.idempotency;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.ErrorClass;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorTrace;
import io.agentkit.Failure;
import io.agentkit.Next;
import io.agentkit.ToolCallContext;
import io.agentkit.ToolMiddleware;
import io.agentkit.idempotency.IdempotentRefused.Reason;
import io.agentkit.idempotency.OutcomeDecider.Decision;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class IdempotentMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(IdempotentMiddleware.class);

    private static final Duration FIRST_LOOK = Duration.ofMillis(20);

    private static final Duration LAST_LOOK = Duration.ofSeconds(1);

    /** What was to be made of a call when the store gave out. */
    private static final class StoreFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StoreFailedException(RuntimeException cause) {
            super(null, cause, false, false);
        }
    }

    private final IdempotentSpec spec;
    private final Executions executions;
    private final IdempotencyStore store;
    private final OutcomeDecider decider;
    private final Queues queues = new Queues();

    IdempotentMiddleware(IdempotentSpec spec, Executions executions, IdempotencyStore store, OutcomeDecider decider) {
        this.spec = spec;
        this.executions = executions;
        this.store = store;
        this.decider = decider;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        if (call.request().facts().safety() == ToolSafety.READ_ONLY) {
            return next.call(call);
        }
        CallIdentity identity = CallIdentity.of(call, spec.mode());
        if (ToolCallContext.isWithin(identity.key())) {
            throw refused(call, Reason.NESTED, "it is this very call that is being made, and would wait for itself");
        }
        long began = call.time().nanoTime();
        Queues.Place place = queues.enter(identity.key(), call, spec.maxWait());
        if (place == null) {
            throw busy(call);
        }
        try {
            return inTurn(call, next, identity, began);
        } catch (StoreFailedException failure) {
            return withoutStore(call, next, identity, failure.getCause());
        } finally {
            place.leave();
        }
    }

    private ToolResult inTurn(
            Call<ToolRequest> call, Next<ToolRequest, ToolResult> next, CallIdentity identity, long began) {
        ToolCallMark mark = new ToolCallMark(
                identity.key(),
                call.environment().ids().next(),
                identity.arguments(),
                call.request().name(),
                call.runId());
        Duration look = FIRST_LOOK;
        while (true) {
            Claim claim = claim(mark);
            if (claim instanceof Claim.Held) {
                return executions.make(call, next, mark);
            }
            if (claim instanceof Claim.Done done) {
                return replayed(call, done.result());
            }
            if (claim instanceof Claim.Conflict) {
                throw conflict(call);
            }
            if (claim instanceof Claim.Unknown unknown) {
                ToolResult decided = decided(call, next, mark, unknown.outcome());
                if (decided != null) {
                    return decided;
                }
            } else {
                look = pause(call, look, began);
            }
        }
    }

    private Claim claim(ToolCallMark mark) {
        try {
            return ask(() -> store.claim(mark, spec.lease()));
        } catch (StoreFailedException failure) {
            // Its answer may have got lost: the mark of a call that is not made would become an unknown outcome.
            forget(mark);
            throw failure;
        }
    }

    private void forget(ToolCallMark mark) {
        try {
            Uninterrupted.get(() -> store.release(mark.key(), mark.holder()));
        } catch (RuntimeException stillDown) {
            log.debug("The store did not hear either that a call of tool '{}' is not made", mark.tool());
        }
    }

    /** Null when somebody else settled it meanwhile. */
    private @Nullable ToolResult decided(
            Call<ToolRequest> call, Next<ToolRequest, ToolResult> next, ToolCallMark mark, UnknownOutcome outcome) {
        Decision decision = call.request().facts().safety() == ToolSafety.IDEMPOTENT
                ? Decision.run()
                : Objects.requireNonNull(decider.decide(outcome), "'decide' must not return null");
        if (decision instanceof OutcomeDecider.Happened happened) {
            String result = happened.result();
            boolean kept = ask(() -> store.complete(mark.key(), outcome.holder(), result, spec.keep()));
            return kept ? replayed(call, result) : null;
        }
        if (decision instanceof OutcomeDecider.Run) {
            boolean ours = ask(() -> store.takeOver(mark, outcome.holder(), spec.lease()));
            return ours ? executions.make(call, next, mark) : null;
        }
        tell(call, Reason.UNKNOWN_OUTCOME);
        throw new OutcomeUnknownException(outcome);
    }

    private ToolResult replayed(Call<ToolRequest> call, @Nullable String result) {
        if (result == null) {
            throw refused(call, Reason.RESULT_NOT_KEPT, "this same call was made before, and its result was not kept");
        }
        if (call.isListening()) {
            call.emit(new ToolCallReplayed(call.id(), call.request().name()));
        }
        return ToolResult.of(result).replayed();
    }

    /** Another process is at it. */
    private Duration pause(Call<ToolRequest> call, Duration look, long began) {
        Duration left = spec.maxWait().minusNanos(call.time().nanoTime() - began);
        if (left.isNegative() || left.isZero()) {
            throw busy(call);
        }
        call.pause(look.compareTo(left) < 0 ? look : left);
        Duration longer = look.multipliedBy(2);
        return longer.compareTo(LAST_LOOK) < 0 ? longer : LAST_LOOK;
    }

    private static <T> T ask(Supplier<T> question) {
        try {
            return Uninterrupted.get(question);
        } catch (RuntimeException failure) {
            throw new StoreFailedException(failure);
        }
    }

    private ToolResult withoutStore(
            Call<ToolRequest> call,
            Next<ToolRequest, ToolResult> next,
            CallIdentity identity,
            @Nullable Throwable failure) {
        if (spec.whenStoreFails() == WhenStoreFails.RUN) {
            log.warn(
                    "Tool '{}' is called although the store cannot say whether this call was made before",
                    call.request().name(),
                    failure == null ? null : ErrorTrace.of(failure));
            return Executions.unmarked(call, next, identity.key());
        }
        tell(call, Reason.STORE);
        throw new AgentKitException(
                ErrorKind.STORE,
                "Tool '%s' was not called: the store cannot say whether this call was made before"
                        .formatted(call.request().name()),
                failure);
    }

    private AgentKitException busy(Call<ToolRequest> call) {
        return refused(call, Reason.BUSY, "this same call is still being made elsewhere");
    }

    private AgentKitException conflict(Call<ToolRequest> call) {
        tell(call, Reason.OTHER_ARGUMENTS);
        return new AgentKitException(
                new Failure(ErrorKind.TOOL_USE_ID_REUSED, ErrorClass.PERMANENT, null, 0, null, null),
                "Tool '%s' was not called: this same call was made before with other arguments"
                        .formatted(call.request().name()),
                null);
    }

    private static AgentKitException refused(Call<ToolRequest> call, Reason reason, String why) {
        tell(call, reason);
        return new AgentKitException(
                ErrorKind.NOT_CALLED,
                "Tool '%s' was not called: %s".formatted(call.request().name(), why));
    }

    private static void tell(Call<ToolRequest> call, Reason reason) {
        if (call.isListening()) {
            call.emit(new IdempotentRefused(call.id(), call.request().name(), reason));
        }
    }
}
