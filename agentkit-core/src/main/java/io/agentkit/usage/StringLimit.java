package io.agentkit.usage;

/**
 * Shortens the strings of a JSON text while it passes, so that what has to be held of it does not grow with the answers inside. Works on
 * UTF-8 in pieces of any size and cuts between characters only. Not thread-safe.
 */
final class StringLimit {

    /** Longer than any name or code that is of interest, in bytes. */
    static final int LONGEST = 1_024;

    private boolean inside;
    private int length;

    /** Bytes that belong to an escape that has begun; -1 for the one after the backslash. */
    private int escape;

    private boolean cutting;

    /** Moves what passes to the front of the piece, and says how much that is. */
    int shorten(byte[] piece, int from, int to) {
        int kept = from;
        for (int i = from; i < to; i++) {
            byte next = piece[i];
            if (passes(next)) {
                piece[kept++] = next;
            }
        }
        return kept - from;
    }

    private boolean passes(byte next) {
        if (!inside) {
            inside = next == '"';
            length = 0;
            return true;
        }
        if (escape < 0) {
            escape = next == 'u' ? 4 : 0;
            return keeps();
        }
        if (escape > 0) {
            escape--;
            return keeps();
        }
        if (next == '"') {
            inside = false;
            cutting = false;
            return true;
        }
        if (!cutting && length >= LONGEST && !isContinuation(next)) {
            cutting = true;
        }
        if (next == '\\') {
            escape = -1;
        }
        return keeps();
    }

    private boolean keeps() {
        length++;
        return !cutting;
    }

    private static boolean isContinuation(byte next) {
        return (next & 0xC0) == 0x80;
    }
}
