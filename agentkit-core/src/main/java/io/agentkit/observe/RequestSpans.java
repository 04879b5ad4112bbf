package io.agentkit.observe;

import io.agentkit.Attempt;
import io.agentkit.CallKind;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Request;
import io.agentkit.observe.AgentKitObservation.RequestEvent;
import io.agentkit.observe.AgentKitObservation.RequestKey;
import io.agentkit.observe.AgentKitObservation.RequestLabel;
import io.agentkit.tool.ToolRequest;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Shows the physical requests of one call: as observations of their own, or as events of the call's observation where the client beneath
 * makes observations itself.
 */
final class RequestSpans implements RequestHook {

    private static final KeyValue CHAT = RequestLabel.OPERATION.withValue("chat");
    private static final KeyValue TOOL = RequestLabel.OPERATION.withValue("execute_tool");
    private static final KeyValue UNDER_WAY = RequestLabel.STATUS.withValue(BoundedNames.NONE);
    private static final KeyValue SUCCEEDED = RequestLabel.STATUS.withValue("succeeded");
    private static final KeyValue FAILED = RequestLabel.STATUS.withValue("failed");
    private static final KeyValue CANCELLED = RequestLabel.STATUS.withValue("cancelled");

    private final CallObservationContext<?, ?> call;
    private final Span span;
    private final ObservationRegistry registry;
    private final Complaints complaints;

    /** Guarded by this object's lock: requests may run side by side. */
    private int attempts = 1;

    RequestSpans(CallObservationContext<?, ?> call, Span span, ObservationRegistry registry, Complaints complaints) {
        this.call = call;
        this.span = span;
        this.registry = registry;
        this.complaints = complaints;
    }

    @Override
    public void sending(Attempt<?> attempt) {
        call.sending(attempt.provider());
        tellRetry(attempt.call().meta().attempts());
        if (attempt.isObservedBeneath()) {
            span.event(RequestEvent.SENT);
            return;
        }
        Span child = Span.start(() -> notStarted(attempt), registry, complaints);
        if (child != null) {
            attempt.attach(this, child);
        }
    }

    private synchronized void tellRetry(int attempt) {
        if (attempt > attempts) {
            attempts = attempt;
            span.event(RequestEvent.RETRY);
        }
    }

    private Observation notStarted(Attempt<?> attempt) {
        boolean chat = attempt.call().kind() == CallKind.CHAT;
        String target = call.label(target(attempt.request()));
        RequestContext context = new RequestContext();
        // In the order of their keys: Micrometer sorts what is not.
        context.addLowCardinalityKeyValues(KeyValues.of(
                UNDER_WAY,
                RequestLabel.TARGET.withValue(target),
                chat ? CHAT : TOOL,
                RequestLabel.PROVIDER.withValue(call.label(attempt.provider()))));
        context.addHighCardinalityKeyValues(KeyValues.of(
                RequestKey.CALL_ID.withValue(attempt.call().id()),
                RequestKey.NUMBER.withValue(Integer.toString(attempt.number()))));
        return Observation.createNotStarted(AgentKitObservation.REQUEST.getName(), () -> context, registry)
                .contextualName((chat ? CHAT : TOOL).getValue() + " " + target)
                .parentObservation(span.observation());
    }

    private static @Nullable String target(Request request) {
        if (request instanceof ChatRequest chat) {
            return chat.model();
        }
        return request instanceof ToolRequest tool ? tool.name() : null;
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        if (outcome.status() == Outcome.Status.NOT_SENT) {
            return;
        }
        call.spent(outcome);
        if (attempt.detach(this) instanceof Span child) {
            end(child, outcome);
        } else if (outcome.status() == Outcome.Status.FAILED) {
            span.event(RequestEvent.FAILED);
        }
    }

    private void end(Span child, Outcome outcome) {
        Throwable error = outcome.error();
        try {
            child.observation().lowCardinalityKeyValue(status(outcome));
            if (error != null) {
                child.observation()
                        .highCardinalityKeyValue(
                                RequestKey.ERROR_TYPE.withValue(error.getClass().getName()));
            }
        } catch (RuntimeException failure) {
            complaints.about(failure);
        }
        if (error != null && outcome.status() == Outcome.Status.FAILED) {
            child.error(error, call);
        }
        child.close();
    }

    private static KeyValue status(Outcome outcome) {
        return switch (outcome.status()) {
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case NOT_SENT -> UNDER_WAY;
        };
    }
}
