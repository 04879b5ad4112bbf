package io.agentkit.cache.semantic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.cache.CacheEntry;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InMemorySemanticIndexTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final FakeTime time = new FakeTime();
    private final WordEmbedder embedder = new WordEmbedder();
    private final InMemorySemanticIndex index = new InMemorySemanticIndex(embedder, 1_000, 10_000_000, time);

    private static SemanticEntry entry(String text) {
        return new SemanticEntry(text, text, CacheEntry.of(("answer to " + text).getBytes(UTF_8)));
    }

    private List<String> found(String partition, String text, double threshold) {
        return index.search(partition, text, 1_000, threshold).stream()
                .map(match -> match.entry().text())
                .toList();
    }

    @Test
    void findsTheMostSimilarFirst() {
        index.put("p", entry("red green blue"), HOUR);
        index.put("p", entry("red green"), HOUR);
        index.put("p", entry("black"), HOUR);

        assertThat(found("p", "red green blue", 0.5)).containsExactly("red green blue", "red green");
        assertThat(index.search("p", "red green", 1, 0.5).get(0).similarity())
                .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-6));
    }

    @Test
    void findsNothingOfAnotherPartition() {
        index.put("p", entry("red"), HOUR);

        assertThat(found("q", "red", 0.5)).isEmpty();
    }

    @Test
    void replacesWhatHasTheId() {
        index.put("p", entry("red"), HOUR);
        index.put("p", new SemanticEntry("red", "red", CacheEntry.of("new".getBytes(UTF_8))), HOUR);

        assertThat(index.search("p", "red", 3, 0.5))
                .singleElement()
                .satisfies(match -> assertThat(match.entry().answer().encoded())
                        .asString(UTF_8)
                        .isEqualTo("new"));
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void removesAndForgetsEmptyPartitions() {
        index.put("p", entry("red"), HOUR);
        index.put("p", entry("green"), HOUR);

        index.remove("p", "red");
        index.remove("p", "none");

        assertThat(found("p", "red", 0.5)).isEmpty();
        assertThat(found("p", "green", 0.5)).containsExactly("green");
        index.remove("p", "green");
        assertThat(index.partitions()).isZero();
        index.put("p", entry("blue"), HOUR);
        assertThat(found("p", "blue", 0.5)).containsExactly("blue");
    }

    @Test
    void givesUpWhatIsTooOld() {
        index.put("p", entry("red"), Duration.ofSeconds(1));

        time.advance(Duration.ofSeconds(1));

        assertThat(found("p", "red", 0.5)).isEmpty();
        time.advance(HOUR);
        assertThat(index.size()).isZero();
    }

    @Test
    void keepsToItsBound() {
        InMemorySemanticIndex small = new InMemorySemanticIndex(embedder, 10, 1_000_000, time);

        for (int i = 0; i < 100; i++) {
            small.put("p" + i % 3, entry("word" + i), HOUR);
        }

        assertThat(small.size()).isLessThanOrEqualTo(10);
        assertThat(small.evictions()).isGreaterThanOrEqualTo(90);
    }

    @Test
    void refusesVectorsOfAnotherLength() {
        InMemorySemanticIndex mixed = new InMemorySemanticIndex(text -> new float[text.length()], 10, 1_000_000, time);
        InMemorySemanticIndex changing = new InMemorySemanticIndex(text -> ones(text.length()), 10, 1_000_000, time);
        changing.put("p", entry("abc"), HOUR);

        assertThatThrownBy(() -> mixed.put("p", entry("abc"), HOUR)).hasMessageContaining("has a length");
        assertThatThrownBy(() -> changing.search("p", "abcd", 1, 0.5)).hasMessageContaining("as many components");
    }

    private static float[] ones(int length) {
        float[] ones = new float[length];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void findsByTheirSignsWhatAnExactScanFinds() {
        Random random = new Random(7);
        Vectors vectors = new Vectors(384);
        List<float[]> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            float[] unit = Vectors.unit(gauss(random));
            rows.add(unit);
            vectors.add(unit);
        }

        int right = 0;
        for (int i = 0; i < 200; i++) {
            float[] wanted = near(rows.get(random.nextInt(rows.size())), random);
            Nearest nearest = new Nearest(1);
            vectors.search(wanted, -1, nearest);
            right += nearest.row(0) == exact(rows, wanted) ? 1 : 0;
        }

        assertThat(right).isGreaterThanOrEqualTo(198);
    }

    private static float[] gauss(Random random) {
        float[] vector = new float[384];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }

    private static float[] near(float[] unit, Random random) {
        float[] noise = Vectors.unit(gauss(random));
        float[] near = new float[unit.length];
        for (int i = 0; i < near.length; i++) {
            near[i] = unit[i] + 0.6f * noise[i];
        }
        return Vectors.unit(near);
    }

    private static int exact(List<float[]> rows, float[] wanted) {
        int best = 0;
        for (int row = 1; row < rows.size(); row++) {
            if (Vectors.dot(rows.get(row), wanted) > Vectors.dot(rows.get(best), wanted)) {
                best = row;
            }
        }
        return best;
    }

    @Test
    void staysWholeWhereManyThreadsPutSearchAndRemove() {
        List<CompletableFuture<Void>> workers = IntStream.range(0, 8)
                .mapToObj(worker -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        String text = "word" + (i * 31 + worker) % 1_500;
                        index.put("p" + i % 2, entry(text), HOUR);
                        index.search("p" + i % 2, text, 2, 0.5);
                        if (i % 5 == 0) {
                            index.remove("p" + i % 2, text);
                        }
                    }
                }))
                .toList();
        workers.forEach(CompletableFuture::join);

        assertThat(index.size()).isBetween(1L, 1_000L);
        index.put("p0", entry("finally"), HOUR);
        assertThat(found("p0", "finally", 0.99)).contains("finally");
    }
}
