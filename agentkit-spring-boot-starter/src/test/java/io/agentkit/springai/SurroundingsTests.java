package io.agentkit.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

class SurroundingsTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void theLoggingContextIsThatOfTheSubscriber() {
        AtomicReference<String> seen = new AtomicReference<>();
        Governed governed = Governed.of(new FakeModel().answer(FakeModel.chunks("a")), (call, next) -> {
            seen.set(MDC.get("request"));
            return next.call(call);
        });
        MDC.put("request", "r-1");
        try {
            governed.model.stream(new Prompt("hi")).blockLast(LIMIT);
        } finally {
            MDC.clear();
        }

        assertThat(seen).hasValue("r-1");
    }

    @Test
    void theObservationIsThatOfTheSubscriberAndReachesTheUpstream() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(context -> true);
        Observation outer = Observation.start("outer", registry);
        Observation inner = Observation.createNotStarted("inner", registry);
        AtomicReference<Observation> current = new AtomicReference<>();
        AtomicReference<Object> upstream = new AtomicReference<>();
        Flux<org.springframework.ai.chat.model.ChatResponse> chunks = Flux.deferContextual(context -> {
            upstream.set(context.get(ObservationThreadLocalAccessor.KEY));
            return FakeModel.chunks("a");
        });
        Governed governed = Governed.of(new FakeModel().answer(chunks), (call, next) -> {
            current.set(registry.getCurrentObservation());
            return inner.observe(() -> next.call(call));
        });

        governed.model.stream(new Prompt("hi"))
                .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, outer))
                .blockLast(LIMIT);

        assertThat(current).hasValue(outer);
        assertThat(upstream).hasValue(inner);
    }

    @Test
    void reactorsContextReachesTheUpstream() {
        AtomicReference<Object> seen = new AtomicReference<>();
        Flux<org.springframework.ai.chat.model.ChatResponse> chunks = Flux.deferContextual(context -> {
            seen.set(context.get("key"));
            return FakeModel.chunks("a");
        });

        Governed.of(new FakeModel().answer(chunks)).model.stream(new Prompt("hi"))
                .contextWrite(context -> context.put("key", "value"))
                .blockLast(LIMIT);

        assertThat(seen).hasValue("value");
    }

    @Test
    void nothingStaysOnAThreadOfTheChains() {
        AtomicReference<String> second = new AtomicReference<>("unset");
        Governed governed = Governed.limited(1, new FakeModel().answer(FakeModel.chunks("a")));
        MDC.put("request", "r-1");
        governed.model.stream(new Prompt("hi")).blockLast(LIMIT);
        MDC.clear();

        governed.pool.submit(() -> second.set(MDC.get("request")));
        governed.pool.shutdown();
        assertThat(governed.terminated()).isTrue();

        assertThat(second.get()).isNull();
    }
}
