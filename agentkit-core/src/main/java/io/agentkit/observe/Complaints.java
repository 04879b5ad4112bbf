package io.agentkit.observe;

import io.agentkit.ErrorTrace;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, loudly, that observing fails, and then only at debug level: a broken exporter must not fill the log. Thread-safe. */
final class Complaints {

    private static final Logger log = LoggerFactory.getLogger(TracingSpec.class);

    private final AtomicBoolean said = new AtomicBoolean();

    void about(Throwable failure) {
        if (said.compareAndSet(false, true)) {
            log.warn(
                    "Observing a call failed; calls go on, further failures are logged at debug level",
                    ErrorTrace.of(failure));
        } else {
            log.debug("Observing a call failed", ErrorTrace.of(failure));
        }
    }
}
