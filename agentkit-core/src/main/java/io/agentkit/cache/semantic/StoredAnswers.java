package io.agentkit.cache.semantic;

import io.agentkit.cache.CacheEntry;
import io.agentkit.cache.CacheStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keeps answers in a store, and in the index only their questions. Thread-safe. */
final class StoredAnswers implements SemanticIndex {

    private static final CacheEntry ELSEWHERE = CacheEntry.of(new byte[0]);

    private final SemanticIndex questions;
    private final CacheStore answers;

    StoredAnswers(SemanticIndex questions, CacheStore answers) {
        this.questions = questions;
        this.answers = answers;
    }

    /** A question whose answer is gone goes, too. */
    @Override
    public List<SemanticMatch> search(String partition, String text, int most, double threshold) {
        List<SemanticMatch> found = new ArrayList<>();
        for (SemanticMatch match : questions.search(partition, text, most, threshold)) {
            SemanticEntry question = match.entry();
            CacheEntry answer = answers.get(key(partition, question.id()));
            if (answer == null) {
                questions.remove(partition, question.id());
            } else {
                found.add(new SemanticMatch(
                        new SemanticEntry(question.id(), question.text(), answer), match.similarity()));
            }
        }
        return found;
    }

    @Override
    public void put(String partition, SemanticEntry entry, Duration timeToLive) {
        answers.put(key(partition, entry.id()), entry.answer(), timeToLive);
        questions.put(partition, new SemanticEntry(entry.id(), entry.text(), ELSEWHERE), timeToLive);
    }

    @Override
    public void remove(String partition, String id) {
        questions.remove(partition, id);
        answers.remove(key(partition, id));
    }

    private static String key(String partition, String id) {
        return partition + ":" + id;
    }
}
