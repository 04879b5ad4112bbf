package io.agentkit;

import java.util.List;
import java.util.ServiceLoader;

/** The carriers on the class path. */
final class RunCarriers {

    private static final List<RunCarrier> ALL =
            ServiceLoader.load(RunCarrier.class, RunCarriers.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private RunCarriers() {}

    @SuppressWarnings("unchecked") // a carrier gives back a stream of the same kind
    static <P> P carry(P publisher, RunFrame frame) {
        for (RunCarrier carrier : ALL) {
            Object carried = carrier.carry(publisher, frame);
            if (carried != null) {
                return (P) carried;
            }
        }
        throw new IllegalArgumentException("'publisher' must be a stream of a known library (was %s)"
                .formatted(publisher.getClass().getName()));
    }
}
