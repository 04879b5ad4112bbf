package io.agentkit.coerce;

import io.agentkit.DeltaSink;
import io.agentkit.chat.Delta;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what there is of a value while its text streams, and holds the text back. The longer the text, the more has to come before it is read
 * again, so that all readings together take time in proportion to it. Not thread-safe; a call has its own.
 */
final class PartialOutput<T> implements DeltaSink {

    private static final Logger log = LoggerFactory.getLogger(PartialOutput.class);

    /** Up to this many characters each piece is worth a reading. */
    private static final int SHORT = 2_048;

    /** After these, a text has to grow by this part of itself. */
    private static final int GROWTH = 8;

    private final DeltaSink out;
    private final OutputSchema<T> schema;
    private final Consumer<? super T> consumer;
    private final StringBuilder text = new StringBuilder();
    private int nextLength;
    private boolean failed;
    private @Nullable T last;

    PartialOutput(DeltaSink out, OutputSchema<T> schema, Consumer<? super T> consumer) {
        this.out = out;
        this.schema = schema;
        this.consumer = consumer;
    }

    @Override
    public void delta(Delta delta) {
        text.append(delta.text());
        if (!delta.text().isBlank() && text.length() >= nextLength) {
            show();
        }
    }

    @Override
    public void restarted(Throwable cause) {
        text.setLength(0);
        nextLength = 0;
        last = null;
        out.restarted(cause);
    }

    @Override
    public void end() {
        show();
        out.end();
    }

    private void show() {
        int length = text.length();
        nextLength = length < SHORT ? length + 1 : length + length / GROWTH;
        List<String> found = failed ? List.of() : JsonRepair.beginning().find(text.toString());
        T value = found.isEmpty() ? null : schema.partial(found.get(found.size() - 1));
        if (value == null || value.equals(last)) {
            return;
        }
        last = value;
        try {
            consumer.accept(value);
        } catch (RuntimeException broken) {
            failed = true;
            log.warn(
                    "A consumer of partial values failed with {} and is told no more",
                    broken.getClass().getName());
        }
    }
}
