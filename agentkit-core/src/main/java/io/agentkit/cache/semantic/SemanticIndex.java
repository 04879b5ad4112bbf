package io.agentkit.cache.semantic;

import java.time.Duration;
import java.util.List;

/**
 * Where questions are kept with their answers, found by what they mean. Thread-safe. What it throws is counted and told of, and calls go on
 * without it; it should give up sooner than what it saves.
 */
public interface SemanticIndex {

    /**
     * The questions of the partition that are most like the text, the most similar first.
     *
     * @param partition whose questions they are; those of another one are never found
     * @param most how many are wanted, at least 1
     * @param threshold the cosine that they have at least
     */
    List<SemanticMatch> search(String partition, String text, int most, double threshold);

    /**
     * Keeps a question in place of the one that had the id.
     *
     * @param timeToLive more than zero; it is gone when that has passed
     */
    void put(String partition, SemanticEntry entry, Duration timeToLive);

    /** Without effect when there is none. */
    void remove(String partition, String id);
}
