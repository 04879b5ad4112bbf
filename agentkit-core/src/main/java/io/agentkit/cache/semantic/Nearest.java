package io.agentkit.cache.semantic;

/** The few best of many rows, the best first. Not thread-safe. */
final class Nearest {

    private final int[] rows;
    private final double[] cosines;
    private int size;

    Nearest(int most) {
        rows = new int[most];
        cosines = new double[most];
    }

    int size() {
        return size;
    }

    int row(int place) {
        return rows[place];
    }

    double cosine(int place) {
        return cosines[place];
    }

    void offer(int row, double cosine) {
        if (size == rows.length && cosine <= cosines[size - 1]) {
            return;
        }
        int place = size < rows.length ? size++ : size - 1;
        for (; place > 0 && cosines[place - 1] < cosine; place--) {
            rows[place] = rows[place - 1];
            cosines[place] = cosines[place - 1];
        }
        rows[place] = row;
        cosines[place] = cosine;
    }
}
