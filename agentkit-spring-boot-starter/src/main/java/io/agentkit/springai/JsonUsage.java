package io.agentkit.springai;

import io.agentkit.ErrorTrace;
import io.agentkit.chat.Usage;
import io.agentkit.usage.UsageReader;
import io.agentkit.usage.UsageReading;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/**
 * Reads a count as it was on the wire, by the rules for all providers, where a client's object has fields that it does not name. Takes
 * microseconds, so the usual counts are read without it.
 */
final class JsonUsage {

    private static final Logger log = LoggerFactory.getLogger(JsonUsage.class);

    private static final boolean PRESENT =
            ClassUtils.isPresent("tools.jackson.core.json.JsonFactory", JsonUsage.class.getClassLoader());

    /** Writes a client's object as JSON. */
    @FunctionalInterface
    interface Writer {

        String write() throws Exception;
    }

    private JsonUsage() {}

    /**
     * The count; null when it cannot be read.
     *
     * @param usage writes the object of counts
     * @param model the model that served it; some rules differ by it
     */
    static @Nullable Usage read(Writer usage, @Nullable String model) {
        if (!PRESENT) {
            return null;
        }
        try {
            var stream = UsageReader.any().open();
            if (model != null && model.matches("[\\w./:@-]+")) {
                stream.event("{\"model\":\"" + model + "\"}");
            }
            UsageReading reading = stream.event("{\"done\":true,\"usage\":" + usage.write() + "}")
                    .end();
            Usage counted = reading.usage();
            // What another model used is charged at other rates, which one count has no place for: the price is then
            // "at least".
            return counted == null || reading.others().isEmpty() ? counted : counted.asEstimated();
        } catch (Exception failure) {
            log.debug("A provider's count could not be read as JSON", ErrorTrace.of(failure));
            return null;
        }
    }
}
