package io.agentkit.cache;

import io.agentkit.Call;
import io.agentkit.ErrorSummary;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a cache needs of others may fail without any call failing: it is counted, told of, and said in the log once. Thread-safe.
 */
public final class Failures {

    private static final Logger log = LoggerFactory.getLogger(MemoizeSpec.class);

    private final CacheFigures figures;
    private final Set<CacheFailed.Part> broken = ConcurrentHashMap.newKeySet();

    public Failures(CacheFigures figures) {
        this.figures = figures;
    }

    /** Never with the failure's own text: stores quote keys, addresses and passwords. */
    public void tell(Call<?> call, CacheFailed.Part part, Throwable failure) {
        figures.failed();
        if (broken.add(part)) {
            log.warn(
                    "The {} of cache '{}' failed ({}); calls go on without it",
                    part.text(),
                    figures.name(),
                    ErrorSummary.of(failure, call.environment().errors()));
        }
        if (call.isListening()) {
            call.emit(new CacheFailed(
                    call.id(),
                    figures.name(),
                    part,
                    call.environment().errors().classify(failure).kind()));
        }
    }

    /** The next failure is worth a line again. */
    public void works(CacheFailed.Part part) {
        if (!broken.isEmpty() && broken.remove(part)) {
            log.info("The {} of cache '{}' works again", part.text(), figures.name());
        }
    }
}
