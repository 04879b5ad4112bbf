package io.agentkit.idempotency;

import java.util.function.Supplier;

/** Work that has to be done also on a thread that was interrupted: drivers and pools give up at once there. */
final class Uninterrupted {

    private Uninterrupted() {}

    /** The interrupt is there again afterwards. */
    static <T> T get(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
