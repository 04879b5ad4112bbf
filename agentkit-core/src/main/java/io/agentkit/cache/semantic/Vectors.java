package io.agentkit.cache.semantic;

import java.util.Arrays;

/**
 * The vectors of one partition, each in a row of its own. Up to {@link #EXACT} of them are all compared; of more, the signs of the components
 * are, and exactly only those that differ in the fewest. Not thread-safe.
 */
final class Vectors {

    /** As many are compared as fast as their signs are. */
    static final int EXACT = 256;

    /** How many of the nearest by signs are compared exactly. */
    private static final int CANDIDATES = 64;

    private final int words;
    private float[][] rows = new float[4][];
    private long[] signs;
    private int size;

    Vectors(int dimensions) {
        words = (dimensions + Long.SIZE - 1) / Long.SIZE;
        signs = new long[rows.length * words];
    }

    int size() {
        return size;
    }

    /** @param unit of length 1 */
    int add(float[] unit) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            signs = Arrays.copyOf(signs, rows.length * words);
        }
        rows[size] = unit;
        long[] bits = signs(unit, words);
        System.arraycopy(bits, 0, signs, size * words, words);
        return size++;
    }

    /** Moves the last row to this place. */
    void remove(int row) {
        size--;
        rows[row] = rows[size];
        System.arraycopy(signs, size * words, signs, row * words, words);
        rows[size] = null;
        if (size > 4 && size < rows.length / 4) {
            rows = Arrays.copyOf(rows, rows.length / 2);
            signs = Arrays.copyOf(signs, rows.length * words);
        }
    }

    /** Tells the nearest rows of at least this cosine. */
    void search(float[] unit, double threshold, Nearest nearest) {
        if (size <= EXACT) {
            for (int row = 0; row < size; row++) {
                compare(unit, row, threshold, nearest);
            }
            return;
        }
        long[] candidates = nearestBySigns(signs(unit, words));
        for (long candidate : candidates) {
            compare(unit, (int) candidate, threshold, nearest);
        }
    }

    private void compare(float[] unit, int row, double threshold, Nearest nearest) {
        double cosine = dot(unit, rows[row]);
        if (cosine >= threshold) {
            nearest.offer(row, cosine);
        }
    }

    /** The rows whose signs differ the least, each behind the number of differences. */
    private long[] nearestBySigns(long[] wanted) {
        long[] heap = new long[CANDIDATES];
        int filled = 0;
        for (int row = 0, at = 0; row < size; row++, at += words) {
            int different = 0;
            for (int word = 0; word < words; word++) {
                different += Long.bitCount(signs[at + word] ^ wanted[word]);
            }
            long candidate = (long) different << Integer.SIZE | row;
            if (filled < CANDIDATES) {
                heap[filled++] = candidate;
                if (filled == CANDIDATES) {
                    // In descending order it is a heap with the farthest on top.
                    Arrays.sort(heap);
                    reverse(heap);
                }
            } else if (candidate < heap[0]) {
                sink(heap, candidate);
            }
        }
        return heap;
    }

    private static void reverse(long[] values) {
        for (int i = 0, j = values.length - 1; i < j; i++, j--) {
            long kept = values[i];
            values[i] = values[j];
            values[j] = kept;
        }
    }

    /** Puts a value in place of the largest. */
    private static void sink(long[] heap, long value) {
        int at = 0;
        for (int child = 1; child < heap.length; child = 2 * at + 1) {
            int larger = child + 1 < heap.length && heap[child + 1] > heap[child] ? child + 1 : child;
            if (heap[larger] <= value) {
                break;
            }
            heap[at] = heap[larger];
            at = larger;
        }
        heap[at] = value;
    }

    private static long[] signs(float[] unit, int words) {
        long[] bits = new long[words];
        for (int i = 0; i < unit.length; i++) {
            if (unit[i] > 0) {
                bits[i >> 6] |= 1L << i;
            }
        }
        return bits;
    }

    /** Eight sums at a time: one would have each addition wait for the one before. */
    static double dot(float[] one, float[] other) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        float e = 0;
        float f = 0;
        float g = 0;
        float h = 0;
        int i = 0;
        for (; i + 7 < one.length; i += 8) {
            a += one[i] * other[i];
            b += one[i + 1] * other[i + 1];
            c += one[i + 2] * other[i + 2];
            d += one[i + 3] * other[i + 3];
            e += one[i + 4] * other[i + 4];
            f += one[i + 5] * other[i + 5];
            g += one[i + 6] * other[i + 6];
            h += one[i + 7] * other[i + 7];
        }
        for (; i < one.length; i++) {
            a += one[i] * other[i];
        }
        return a + b + c + d + e + f + g + h;
    }

    /** A copy of length 1. */
    static float[] unit(float[] vector) {
        double squares = 0;
        for (float component : vector) {
            squares += (double) component * component;
        }
        if (!(squares > 0) || Double.isInfinite(squares)) {
            throw new IllegalArgumentException("A vector has a length (of %d components)".formatted(vector.length));
        }
        double length = Math.sqrt(squares);
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / length);
        }
        return unit;
    }
}
