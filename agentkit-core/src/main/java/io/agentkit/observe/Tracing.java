package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.Request;
import io.agentkit.observe.AgentKitObservation.RequestEvent;
import io.agentkit.tool.ToolResult;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts an observation around the inner part of a chain, for models and tools alike.
 *
 * @param <Q> the request
 * @param <R> the reply
 * @param <C> what is known about the observation
 */
final class Tracing<Q extends Request, R, C extends CallObservationContext<Q, R>> {

    private final ObservationRegistry registry;
    private final AgentKitObservation kind;
    private final ObservationConvention<C> standard;
    private final @Nullable ObservationConvention<C> custom;
    private final Complaints complaints = new Complaints();

    Tracing(
            ObservationRegistry registry,
            AgentKitObservation kind,
            ObservationConvention<C> standard,
            @Nullable ObservationConvention<C> custom) {
        this.registry = registry;
        this.kind = kind;
        this.standard = standard;
        this.custom = GuardedConvention.of(custom, standard, complaints);
    }

    R handle(Call<Q> call, Next<Q, R> next, Function<Call<Q>, C> contexts) {
        if (registry.isNoop()) {
            return next.call(call);
        }
        C context = contexts.apply(call);
        Span span = Span.start(() -> notStarted(context), registry, complaints);
        if (span == null) {
            return next.call(call);
        }
        try {
            R reply = next.call(call.withHook(new RequestSpans(context, span, registry, complaints)));
            context.answered(reply);
            if (isUsedAgain(reply)) {
                span.event(RequestEvent.CACHE_HIT);
            }
            return reply;
        } catch (Throwable error) {
            if (context.failed(error)) {
                span.error(error, context);
            }
            throw error;
        } finally {
            span.close();
        }
    }

    private static boolean isUsedAgain(Object reply) {
        CacheStatus status = reply instanceof ToolResult result
                ? result.cacheStatus()
                : reply instanceof ChatReply chat ? chat.cacheStatus() : CacheStatus.NONE;
        return status == CacheStatus.HIT;
    }

    private Observation notStarted(C context) {
        return kind.observation(custom, standard, () -> context, registry);
    }
}
