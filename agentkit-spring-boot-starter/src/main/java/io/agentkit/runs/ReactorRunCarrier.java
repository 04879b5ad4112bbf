package io.agentkit.runs;

import io.agentkit.RunCarrier;
import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Carries runs in Reactor's context. */
public final class ReactorRunCarrier implements RunCarrier {

    private static final boolean PRESENT =
            ClassUtils.isPresent("reactor.core.publisher.Flux", ReactorRunCarrier.class.getClassLoader());

    @Override
    public @Nullable Object carry(Object publisher, RunFrame frame) {
        return PRESENT ? Streams.carry(publisher, frame) : null;
    }

    /** Apart, so that an application without Reactor can load the class above. */
    private static final class Streams {

        static @Nullable Object carry(Object publisher, RunFrame frame) {
            if (publisher instanceof Mono<?> mono) {
                return mono.contextWrite(context -> context.put(RunThreadLocalAccessor.KEY, frame));
            }
            return publisher instanceof Publisher<?> stream
                    ? Flux.from(stream).contextWrite(context -> context.put(RunThreadLocalAccessor.KEY, frame))
                    : null;
        }
    }
}
