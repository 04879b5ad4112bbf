package io.agentkit.detect;

/**
 * Characters that people do not see and that spell a text: tags, apart from those that flags of regions are made of, and rows of variation
 * selectors. One follows one text.
 */
final class Hidden {

    private static final int FLAG = 0x1F3F4;

    private static final int ROW = 8;

    private int base;

    private int before;

    private int row;

    /** Whether such a character has to be looked at: what lies in the basic plane and shows nothing is otherwise passed over. */
    static boolean isSuspect(int character) {
        return character >= 0xFE00 && character <= 0xFE0F;
    }

    /** Whether the text hides something, as far as it has been read. */
    boolean read(int codePoint, boolean adjacent) {
        boolean tag = isTag(codePoint);
        if (tag && !(adjacent && isTag(before))) {
            base = adjacent ? before : 0;
        }
        row = isSelector(codePoint) ? (adjacent && isSelector(before) ? row + 1 : 1) : 0;
        before = codePoint;
        return (tag && base != FLAG) || row >= ROW;
    }

    private static boolean isTag(int codePoint) {
        return codePoint >= 0xE0001 && codePoint <= 0xE007F;
    }

    private static boolean isSelector(int codePoint) {
        return (codePoint >= 0xFE00 && codePoint <= 0xFE0F) || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
    }
}
