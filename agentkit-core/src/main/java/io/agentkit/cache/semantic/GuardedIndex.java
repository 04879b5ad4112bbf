package io.agentkit.cache.semantic;

import io.agentkit.Call;
import io.agentkit.cache.CacheFailed;
import io.agentkit.cache.Failures;
import io.agentkit.text.Fingerprint;
import java.time.Duration;
import java.util.List;

/** An index that may fail without any call failing. Thread-safe. */
final class GuardedIndex {

    /** Of those that are similar enough the first that means the same answers. */
    private static final int MOST = 8;

    private final SemanticIndex index;
    private final double threshold;
    private final Duration timeToLive;
    private final Failures failures;

    GuardedIndex(SemanticIndex index, double threshold, Duration timeToLive, Failures failures) {
        this.index = index;
        this.threshold = threshold;
        this.timeToLive = timeToLive;
        this.failures = failures;
    }

    /** The most similar first; none when the index fails. */
    List<SemanticMatch> find(Call<?> call, Question question) {
        try {
            List<SemanticMatch> found = index.search(question.partition(), question.text(), MOST, threshold);
            // Not every index knows a threshold, and what is no number is not similar.
            List<SemanticMatch> similar = found.stream()
                    .filter(match -> match.similarity() >= threshold)
                    .toList();
            failures.works(CacheFailed.Part.SEARCH);
            return similar;
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.SEARCH, failure);
            return List.of();
        }
    }

    void keep(Call<?> call, Question question, Answer answer) {
        String id = new Fingerprint().add(question.text()).hex();
        try {
            index.put(question.partition(), new SemanticEntry(id, question.text(), answer), timeToLive);
            failures.works(CacheFailed.Part.KEEP);
        } catch (RuntimeException | LinkageError failure) {
            failures.tell(call, CacheFailed.Part.KEEP, failure);
        }
    }

    double threshold() {
        return threshold;
    }
}
