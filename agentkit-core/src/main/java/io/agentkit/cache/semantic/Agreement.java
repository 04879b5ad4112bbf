package io.agentkit.cache.semantic;

import io.agentkit.Call;
import io.agentkit.cache.CacheFailed;
import io.agentkit.cache.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Whether two answers say the same: the same text, or vectors as similar as those of questions have to be and the same numbers, dates, code,
 * names and denials. Without anything that embeds, words that differ are all that count. Thread-safe.
 */
final class Agreement {

    private final @Nullable Embedder embedder;
    private final double threshold;
    private final Failures failures;

    Agreement(@Nullable Embedder embedder, double threshold, Failures failures) {
        this.embedder = embedder;
        this.threshold = threshold;
        this.failures = failures;
    }

    /** Whether they agree; null when it could not be found out. */
    @Nullable
    Boolean of(Call<?> call, String one, String other) {
        if (one.strip().equals(other.strip())) {
            return true;
        }
        Reading mine = Reading.of(one);
        Reading theirs = Reading.of(other);
        Doubt doubt = Gates.between(mine, theirs);
        if (doubt != null && doubt != Doubt.WORDS && doubt != Doubt.ROLES && doubt != Doubt.OPPOSITES) {
            return false;
        }
        if (embedder == null) {
            return doubt == null;
        }
        try {
            double cosine = Vectors.dot(Vectors.unit(embedder.embed(one)), Vectors.unit(embedder.embed(other)));
            failures.works(CacheFailed.Part.COMPARE);
            return cosine >= threshold;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.COMPARE, failure);
            return null;
        }
    }
}
