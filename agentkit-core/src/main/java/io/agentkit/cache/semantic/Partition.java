package io.agentkit.cache.semantic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The questions that may answer one another: same model, instructions, tools, scope and conversation. Thread-safe. */
final class Partition {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Integer> rowsById = new HashMap<>();
    private final List<SemanticEntry> entries = new ArrayList<>();
    private final int dimensions;
    private final Vectors vectors;
    private boolean closed;

    Partition(int dimensions) {
        this.dimensions = dimensions;
        this.vectors = new Vectors(dimensions);
    }

    List<SemanticMatch> search(float[] unit, int most, double threshold) {
        if (unit.length != dimensions) {
            throw new IllegalArgumentException(
                    "A vector has as many components as those before it (has %d, they have %d)"
                            .formatted(unit.length, dimensions));
        }
        Nearest nearest = new Nearest(most);
        lock.readLock().lock();
        try {
            vectors.search(unit, threshold, nearest);
            List<SemanticMatch> found = new ArrayList<>(nearest.size());
            for (int i = 0; i < nearest.size(); i++) {
                found.add(new SemanticMatch(entries.get(nearest.row(i)), Math.min(1, nearest.cosine(i))));
            }
            return found;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Whether it was taken in: an empty partition that was given up takes none. */
    boolean put(SemanticEntry entry, float[] unit) {
        if (unit.length != dimensions) {
            throw new IllegalArgumentException(
                    "A vector has as many components as those before it (has %d, they have %d)"
                            .formatted(unit.length, dimensions));
        }
        lock.writeLock().lock();
        try {
            if (closed) {
                return false;
            }
            removeRow(entry.id(), null);
            rowsById.put(entry.id(), vectors.add(unit));
            entries.add(entry);
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Removes the entry, or whatever has its id.
     *
     * @param only null for whatever has the id
     * @return whether nothing is left, and nothing will be taken in any more
     */
    boolean remove(String id, @Nullable SemanticEntry only) {
        lock.writeLock().lock();
        try {
            removeRow(id, only);
            closed |= rowsById.isEmpty();
            return closed;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void removeRow(String id, @Nullable SemanticEntry only) {
        Integer row = rowsById.get(id);
        if (row == null || (only != null && entries.get(row) != only)) {
            return;
        }
        rowsById.remove(id);
        vectors.remove(row);
        SemanticEntry last = entries.remove(entries.size() - 1);
        if (row < entries.size()) {
            entries.set(row, last);
            rowsById.put(last.id(), row);
        }
    }

    int size() {
        lock.readLock().lock();
        try {
            return vectors.size();
        } finally {
            lock.readLock().unlock();
        }
    }
}
