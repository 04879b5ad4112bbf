package io.agentkit.jdbc;

/** What is looked for in a column: no longer than that takes, and without what no database takes. The entry has the text as it is. */
final class AuditKey {

    private static final int LONGEST = 255;

    private static final char INSTEAD = '\uFFFD';

    private AuditKey() {}

    static String of(String text) {
        char[] key = text.substring(0, Math.min(LONGEST, text.length())).toCharArray();
        for (int i = 0; i < key.length; i++) {
            // A pair of surrogates counts as two here: the last one may have been cut off.
            if (key[i] == 0 || Character.isSurrogate(key[i])) {
                key[i] = INSTEAD;
            }
        }
        return new String(key);
    }
}
