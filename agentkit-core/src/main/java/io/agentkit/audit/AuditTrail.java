package io.agentkit.audit;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorSummary;
import io.agentkit.ErrorTrace;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.RunSpend;
import io.agentkit.Scope;
import io.agentkit.ToolApproval;
import io.agentkit.chat.CacheStatus;
import io.agentkit.text.Truncation;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass of a call through {@code audit}: what is written before its requests go out, and when it is over. */
final class AuditTrail implements RequestHook {

    private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);

    private static final int MOST_BYTES = 1_024;

    /** Characters that are never more bytes than that. */
    private static final int SHORT = MOST_BYTES / 3;

    private final Call<ToolRequest> call;
    private final AuditStore store;
    private final AuditTexts texts;
    private final boolean tellsStart;
    private final boolean failWithStore;
    private final AuditCall audited;
    private final Instant at;
    private final long began;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger executions = new AtomicInteger();
    private RunSpend nested = RunSpend.NONE;

    AuditTrail(Call<ToolRequest> call, AuditStore store, AuditTexts texts, boolean tellsStart, boolean failWithStore) {
        this.call = call;
        this.store = store;
        this.texts = texts;
        this.tellsStart = tellsStart;
        this.failWithStore = failWithStore;
        this.at = call.time().now();
        this.began = call.time().nanoTime();
        ToolRequest request = call.request();
        this.audited = new AuditCall(
                call.environment().ids().next(),
                call.id(),
                clipped(call.runId()),
                clipped(call.scope()),
                call.chain(),
                clipped(request.name()),
                request.facts().safety(),
                clipped(request.callId()),
                AuditTexts.hash(request.arguments(), request.facts().secretArguments()));
    }

    /** Names come from models and from people's requests; a trail must not grow by what they make up. */
    private static String clipped(String name) {
        return name.length() <= SHORT ? name : Truncation.toBytes(name, MOST_BYTES);
    }

    private static Scope clipped(Scope scope) {
        for (String value : scope.values().values()) {
            if (value.length() > SHORT) {
                Scope shorter = Scope.NONE;
                for (Map.Entry<String, String> each : scope.values().entrySet()) {
                    shorter = shorter.with(clipped(each.getKey()), clipped(each.getValue()));
                }
                return shorter;
            }
        }
        return scope;
    }

    /** Everybody else has agreed: what is refused, or answered with an earlier result, does not come here. */
    @Override
    public void commit(Attempt<?> attempt) {
        if (!tellsStart || !(attempt.request() instanceof ToolRequest request)) {
            return;
        }
        try {
            store.append(new AuditStarted(
                    told(request), call.time().now(), attempt.number(), texts.arguments(request), approval()));
            started.incrementAndGet();
        } catch (RuntimeException | Error failure) {
            failed(true, failure);
            if (failWithStore) {
                throw new AgentKitException(
                        ErrorKind.NOT_CALLED,
                        "Tool '%s' was not called: its audit record could not be written".formatted(request.name()),
                        failure);
            }
        }
    }

    /** A middleware inside may have changed the arguments. */
    private AuditCall told(ToolRequest sent) {
        return sent.arguments().equals(call.request().arguments())
                ? audited
                : audited.withArgumentsHash(
                        AuditTexts.hash(sent.arguments(), sent.facts().secretArguments()));
    }

    @Override
    public void sending(Attempt<?> attempt) {
        executions.incrementAndGet();
    }

    @Override
    public synchronized void after(Attempt<?> attempt, Outcome outcome) {
        nested = outcome.nested().plus(nested);
    }

    private synchronized RunSpend nested() {
        return nested;
    }

    void succeeded(ToolResult result) {
        AuditDecision decision = executions.get() > 0
                ? AuditDecision.EXECUTED
                : result.cacheStatus() == CacheStatus.HIT ? AuditDecision.DEDUPED : AuditDecision.NOT_CALLED;
        try {
            append(outcome(decision, result, null, null));
        } catch (RuntimeException | Error failure) {
            failed(false, failure);
            // Whoever was told that the tool failed might have it act a second time; that it was about to is on record.
            if (failWithStore && started.get() == 0) {
                throw new AgentKitException(
                        ErrorKind.STORE,
                        "The audit record of tool '%s' could not be written; the tool %s"
                                .formatted(audited.tool(), executions.get() > 0 ? "did run" : "was not called"),
                        failure);
            }
        }
    }

    /** What went wrong in the call is what its caller has to see, whatever happens to the record. */
    void failed(Throwable error) {
        try {
            ErrorKind kind = call.environment().errors().classify(error).kind();
            append(outcome(decision(kind), null, kind, error));
        } catch (RuntimeException | Error failure) {
            failed(false, failure);
        }
    }

    private AuditDecision decision(ErrorKind kind) {
        if (kind == ErrorKind.CANCELLED) {
            return AuditDecision.CANCELLED;
        }
        if (executions.get() > 0) {
            return AuditDecision.FAILED;
        }
        return switch (kind) {
            case BLOCKED -> AuditDecision.BLOCKED;
            case NOT_CALLED, STORE, CONFIG -> AuditDecision.NOT_CALLED;
            default -> AuditDecision.REFUSED;
        };
    }

    private AuditOutcome outcome(
            AuditDecision decision, @Nullable ToolResult result, @Nullable ErrorKind kind, @Nullable Throwable error) {
        RunSpend spent = nested();
        return new AuditOutcome(
                audited,
                at,
                Duration.ofNanos(call.time().nanoTime() - began),
                call.meta().attempts(),
                executions.get(),
                started.get(),
                decision,
                result == null ? null : AuditTexts.hash(result.text(), Set.of()),
                kind,
                error == null ? null : ErrorSummary.of(error, call.environment().errors()),
                spent.requests() == 0 ? null : spent.usd(),
                spent.exact(),
                texts.arguments(call.request()),
                texts.result(result),
                approval());
    }

    /** Whoever asks people, inside or outside, leaves there what they said. */
    private @Nullable ToolApproval approval() {
        ToolApproval approval = call.meta().get(ToolApproval.ATTRIBUTE);
        return approval == null ? null : new ToolApproval(approval.granted(), clipped(approval.by()));
    }

    private void append(AuditOutcome outcome) {
        // An interrupt that is meant for the tool must not break off the store.
        boolean interrupted = Thread.interrupted();
        try {
            store.append(outcome);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (call.isListening()) {
            call.emit(ToolAudited.of(outcome));
        }
    }

    private void failed(boolean before, Throwable failure) {
        log.warn(
                "What {} tool '{}' could not be recorded",
                before ? "was about to be done by" : "became of a call of",
                audited.tool(),
                ErrorTrace.of(failure));
        if (call.isListening()) {
            call.emit(new AuditFailed(call.id(), audited.id(), audited.tool(), before));
        }
    }
}
