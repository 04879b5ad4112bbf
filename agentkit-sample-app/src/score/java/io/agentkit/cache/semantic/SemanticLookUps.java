package io.agentkit.cache.semantic;

import io.agentkit.cache.CacheEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What scores need to see of the inside: the gates on their own, and look-ups without texts. */
public final class SemanticLookUps {

    private static final int DIMENSIONS = 384;
    private static final int QUERIES = 1_000;
    private static final int CLUSTER = 50;
    private static final int NONE = -1;
    private static final double THRESHOLD = 0.85;

    /** How far a vector is from the middle of its cluster, and a query from the vector that it asks for, as lengths. */
    private static final float SPREAD = 0.5f;

    /**
     * Figures of look-ups.
     *
     * @param micros the median of one
     * @param equal the share in which what is found at the threshold, or that nothing is, is what an exact scan finds
     * @param exactMicros the median of an exact scan
     */
    public record Figures(double micros, double equal, double exactMicros) {}

    private SemanticLookUps() {}

    /** Why the texts may not mean the same; null when nothing speaks against it. */
    public static @Nullable Doubt doubt(String one, String other) {
        return Gates.between(Reading.of(one), Reading.of(other));
    }

    /** Texts that were read once, for when each is compared with all others. */
    public static Object read(String text) {
        return Reading.of(text);
    }

    /** Whether nothing speaks against two texts that were read. */
    public static boolean agree(Object one, Object other) {
        return Gates.between((Reading) one, (Reading) other) == null;
    }

    /** Vectors in clusters of 50, as texts on the same things have them; half the queries are near a vector, half are anywhere. */
    public static Figures measure(int entries) {
        Random random = new Random(entries);
        Partition partition = new Partition(DIMENSIONS);
        List<float[]> rows = new ArrayList<>();
        float[] centre = random(random);
        for (int i = 0; i < entries; i++) {
            if (i % CLUSTER == 0) {
                centre = random(random);
            }
            float[] unit = near(centre, random);
            rows.add(unit);
            partition.put(new SemanticEntry(Integer.toString(i), "", CacheEntry.of(new byte[0])), unit);
        }
        float[][] queries = new float[QUERIES][];
        for (int i = 0; i < QUERIES; i++) {
            queries[i] = i % 2 == 0 ? near(rows.get(random.nextInt(entries)), random) : random(random);
        }
        int exact = entries > 50_000 ? 100 : QUERIES;
        int equal = 0;
        long[] exactTimes = new long[exact];
        for (int i = 0; i < exact; i++) {
            long start = System.nanoTime();
            int best = scan(rows, queries[i]);
            exactTimes[i] = System.nanoTime() - start;
            List<SemanticMatch> found = partition.search(queries[i], 1, THRESHOLD);
            int first = found.isEmpty()
                    ? NONE
                    : Integer.parseInt(found.get(0).entry().id());
            equal += first == best ? 1 : 0;
        }
        long[] times = new long[QUERIES];
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < QUERIES; i++) {
                long start = System.nanoTime();
                partition.search(queries[i], 8, THRESHOLD);
                times[i] = System.nanoTime() - start;
            }
        }
        return new Figures(median(times), (double) equal / exact, median(exactTimes));
    }

    private static double median(long[] nanos) {
        long[] sorted = nanos.clone();
        java.util.Arrays.sort(sorted);
        return (double) sorted[sorted.length / 2] / TimeUnit.MICROSECONDS.toNanos(1);
    }

    private static int scan(List<float[]> rows, float[] query) {
        int best = NONE;
        double most = THRESHOLD;
        for (int row = 0; row < rows.size(); row++) {
            double cosine = Vectors.dot(rows.get(row), query);
            if (cosine >= most) {
                most = cosine;
                best = row;
            }
        }
        return best;
    }

    private static float[] random(Random random) {
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return Vectors.unit(vector);
    }

    private static float[] near(float[] unit, Random random) {
        float[] noise = random(random);
        for (int i = 0; i < DIMENSIONS; i++) {
            noise[i] = unit[i] + SPREAD * noise[i];
        }
        return Vectors.unit(noise);
    }
}
