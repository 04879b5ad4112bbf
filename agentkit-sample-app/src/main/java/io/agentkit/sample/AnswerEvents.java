package io.agentkit.sample;

import io.agentkit.Run;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An answer as server-sent events: {@code delta} for each piece, {@code tool} for each tool it needs, and at the end {@code done} with the
 * receipt or {@code error}. What fails before the first event fails as a request does, with a status of its own.
 */
@Component
class AnswerEvents {

    // A write is how a server learns that its client has left; while a model says nothing, this is one.
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final ToolAnnouncer tools;
    private final Problems problems;

    AnswerEvents(ToolAnnouncer tools, Problems problems) {
        this.tools = tools;
        this.problems = problems;
    }

    Flux<ServerSentEvent<Object>> of(Run run, Flux<ChatResponse> answer) {
        AtomicReference<@Nullable String> model = new AtomicReference<>();
        Flux<ServerSentEvent<Object>> texts = answer.doOnNext(
                        piece -> model.set(piece.getMetadata().getModel()))
                .map(AnswerEvents::text)
                .filter(text -> !text.isEmpty())
                .map(text -> event("delta", Map.of("text", text)));
        Flux<ServerSentEvent<Object>> calls = tools.toolsOf(run.id()).map(name -> event("tool", Map.of("name", name)));
        return whileRunning(texts, calls)
                .concatWith(Mono.fromSupplier(() ->
                        event("done", Receipt.of(run.id(), Objects.requireNonNullElse(model.get(), ""), run.spend()))))
                .switchOnFirst((first, events) -> first.isOnError() ? events : committed(events));
    }

    private Flux<ServerSentEvent<Object>> committed(Flux<ServerSentEvent<Object>> events) {
        return whileRunning(
                events.onErrorResume(error -> Mono.just(event("error", problems.event(error)))),
                Flux.interval(HEARTBEAT)
                        .map(tick -> ServerSentEvent.builder().comment("").build()));
    }

    /** Both together, until the first of them ends. */
    private static <T> Flux<T> whileRunning(Flux<T> main, Flux<T> beside) {
        return main.publish(shared ->
                Flux.merge(shared, beside.takeUntilOther(shared.ignoreElements().onErrorComplete())));
    }

    private static String text(ChatResponse piece) {
        Generation generation = piece.getResult();
        String text = generation == null ? null : generation.getOutput().getText();
        return text == null ? "" : text;
    }

    private static ServerSentEvent<Object> event(String name, Object data) {
        return ServerSentEvent.builder(data).event(name).build();
    }
}
