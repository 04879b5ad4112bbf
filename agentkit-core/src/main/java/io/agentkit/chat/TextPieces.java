package io.agentkit.chat;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text in pieces, put together only when somebody reads it: most streamed answers are read by nobody after their deltas were. Only grows,
 * so what was {@link #soFar()} stays so. Has one writer.
 */
final class TextPieces {

    private static final int FIRST_BLOCK = 8;

    private static final int LARGEST_BLOCK = 256;

    private record Block(String[] pieces, @Nullable Block before) {}

    private Block last = new Block(new String[FIRST_BLOCK], null);
    private int inLast;
    private int count;

    void add(String piece) {
        if (inLast == last.pieces().length) {
            last = new Block(new String[Math.min(2 * inLast, LARGEST_BLOCK)], last);
            inLast = 0;
        }
        last.pieces()[inLast] = piece;
        inLast++;
        count++;
    }

    /** In characters. Counted when asked for, which failed requests are. */
    long length() {
        long length = 0;
        int size = inLast;
        for (Block block = last; block != null; block = block.before()) {
            for (int i = 0; i < size; i++) {
                length += block.pieces()[i].length();
            }
            size = block.before() == null ? 0 : block.before().pieces().length;
        }
        return length;
    }

    /** How many pieces were added. */
    int count() {
        return count;
    }

    /** The text of the pieces but for so many of the first. */
    String from(int piece) {
        if (piece == count) {
            return "";
        }
        String[] all = soFar().all(last);
        return String.join("", Arrays.asList(all).subList(piece, count));
    }

    /** The text of the pieces that were added until now. */
    Whole soFar() {
        return new Whole(last, inLast, count);
    }

    /** A text that is joined once, by who reads it first. Thread-safe. */
    static final class Whole {

        private final int inLast;
        private final int count;
        private @Nullable Block last;
        private volatile @Nullable String joined;

        private Whole(Block last, int inLast, int count) {
            this.last = last;
            this.inLast = inLast;
            this.count = count;
        }

        String text() {
            String known = joined;
            return known == null ? join() : known;
        }

        private synchronized String join() {
            String known = joined;
            if (known == null) {
                known = String.join("", all(Objects.requireNonNull(last)));
                joined = known;
                last = null;
            }
            return known;
        }

        private String[] all(Block end) {
            String[] all = new String[count];
            int from = count - inLast;
            System.arraycopy(end.pieces(), 0, all, from, inLast);
            for (Block block = end.before(); block != null; block = block.before()) {
                String[] pieces = block.pieces();
                from -= pieces.length;
                System.arraycopy(pieces, 0, all, from, pieces.length);
            }
            return all;
        }
    }
}
