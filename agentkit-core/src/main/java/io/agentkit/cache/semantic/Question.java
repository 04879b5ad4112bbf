package io.agentkit.cache.semantic;

import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** What a call asks, when an answer to it may be given to others. For one thread. */
final class Question {

    private final String partition;
    private final String text;
    private @Nullable Reading reading;

    /**
     * @param partition what has to be the same: chain, model, options, instructions, tools, schema, scope, and the conversation before
     * @param text what has to mean the same
     */
    Question(String partition, String text) {
        this.partition = partition;
        this.text = text;
    }

    String partition() {
        return partition;
    }

    String text() {
        return text;
    }

    /** Why the other question may not mean the same; null when nothing speaks against it. */
    @Nullable
    Doubt doubt(SemanticEntry other) {
        return text.equals(other.text()) ? null : Gates.between(reading(), Reading.of(other.text()));
    }

    boolean sharesNoWord(SemanticEntry other) {
        return Collections.disjoint(reading().all, Reading.of(other.text()).all);
    }

    private Reading reading() {
        Reading read = reading;
        if (read == null) {
            read = Reading.of(text);
            reading = read;
        }
        return read;
    }
}
