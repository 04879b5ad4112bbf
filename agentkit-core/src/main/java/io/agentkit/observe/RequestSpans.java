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
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shows the physical requests of one call: as observations of their own, or as events of the call's observation where the client beneath
 * makes observations itself.
 */
final class RequestSpans implements RequestHook {

    private final CallObservationContext<?, ?> call;
    private final Span span;
    private final ObservationRegistry registry;
    private final Complaints complaints;

    RequestSpans(CallObservationContext<?, ?> call, Span span, ObservationRegistry registry, Complaints complaints) {
        this.call = call;
        this.span = span;
        this.registry = registry;
        this.complaints = complaints;
    }

    @Override
    public void sending(Attempt<?> attempt) {
        call.sending(attempt.provider());
        if (attempt.isObservedBeneath()) {
            span.event(RequestEvent.SENT);
            return;
        }
        Span child = Span.start(() -> notStarted(attempt), registry, complaints);
        if (child != null) {
            attempt.attach(this, child);
        }
    }

    private Observation notStarted(Attempt<?> attempt) {
        boolean chat = attempt.call().kind() == CallKind.CHAT;
        String operation = chat ? "chat" : "execute_tool";
        String target = call.label(target(attempt.request()));
        return Observation.createNotStarted(AgentKitObservation.REQUEST.getName(), registry)
                .contextualName(operation + " " + target)
                .parentObservation(span.observation())
                .lowCardinalityKeyValue(RequestLabel.OPERATION.withValue(operation))
                .lowCardinalityKeyValue(RequestLabel.PROVIDER.withValue(call.label(attempt.provider())))
                .lowCardinalityKeyValue(RequestLabel.TARGET.withValue(target))
                .lowCardinalityKeyValue(RequestLabel.STATUS.withValue(BoundedNames.NONE))
                .highCardinalityKeyValue(
                        RequestKey.CALL_ID.withValue(attempt.call().id()))
                .highCardinalityKeyValue(RequestKey.NUMBER.withValue(Integer.toString(attempt.number())));
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
            child.observation()
                    .lowCardinalityKeyValue(RequestLabel.STATUS.withValue(
                            outcome.status().name().toLowerCase(Locale.ROOT)));
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
}
