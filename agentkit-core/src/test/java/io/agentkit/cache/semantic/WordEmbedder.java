package io.agentkit.cache.semantic;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Vectors of the words that a text has: those of texts with the same words in common are alike. Counts what it is asked. */
final class WordEmbedder implements Embedder {

    final AtomicInteger texts = new AtomicInteger();
    volatile RuntimeException failure;

    @Override
    public float[] embed(String text) {
        texts.incrementAndGet();
        if (failure != null) {
            throw failure;
        }
        float[] vector = new float[97];
        for (String word : text.toLowerCase(Locale.ROOT).split("\\W+")) {
            vector[Math.floorMod(word.hashCode(), vector.length)]++;
        }
        return vector;
    }
}
