package io.agentkit.detect;

/**
 * Letters of other scripts, and rare letters of ours, that people take for one of {@code a} to {@code z}: of Cyrillic, Greek, Armenian,
 * Cherokee, Lisu and Coptic, the small capitals, and letters with a stroke or hook. What decomposes to a letter (accents, full-width,
 * mathematical letters) is not here: Unicode's own tables know it.
 */
final class Lookalikes {

    /** By letter from {@code a} on. */
    private static final String[] OF = {
        // a
        "\u023a\u0251\u0391\u03b1\u0410\u0430\u04d5\u13aa\u1d00\u1d8f\u2c65\u2c80\ua4ee",
        // b
        "\u0180\u0181\u0182\u0183\u0184\u0185\u0243\u0253\u0299\u0392\u03b2\u0412\u042c\u0432\u044c\u13f4\u1d03\u1d6c\u1d80"
                + "\u2c82\ua4d0\ua796\ua797",
        // c
        "\u0187\u0188\u023b\u023c\u0255\u03f2\u03f9\u0421\u0441\u04ab\u13df\u1d04\u2ca4\u2ca5\ua4da\ua792\ua793\ua794\ua7c4",
        // d
        "\u00f0\u0110\u0111\u018a\u018b\u018c\u0221\u0256\u0257\u0500\u0501\u13a0\u1d05\u1d6d\u1d81\u1d91\ua4d2\ua4d3\ua7c7"
                + "\ua7c8",
        // e
        "\u0246\u0247\u0259\u0395\u03b5\u0404\u0415\u0435\u0454\u04bd\u13ac\u1d07\u1d92\u2c78\u2c88\ua4f0\uab33\uab34",
        // f
        "\u0191\u0192\u03dd\u0584\u1d6e\u1d82\ua4dd\ua730\ua798\ua799",
        // g
        "\u0193\u01e4\u01e5\u0260\u0261\u0262\u029b\u050d\u0581\u13c0\u1d83\ua4d6\ua7a0\ua7a1\ua7ac\uab36",
        // h
        "\u0126\u0127\u0266\u029c\u0397\u041d\u043d\u04ba\u04bb\u0570\u13bb\u2c67\u2c68\u2c8e\ua4e7\ua795\ua7aa",
        // i
        "\u0131\u0197\u0268\u0269\u026a\u0399\u03b9\u0406\u0456\u13a5\u1d96\u2c92\ua4f2",
        // j
        "\u0237\u0248\u0249\u025f\u0284\u029d\u037f\u03f3\u0408\u0458\u13ab\u1d0a\ua4d9\ua7b2",
        // k
        "\u0198\u0199\u039a\u03ba\u041a\u043a\u049a\u049b\u049d\u13e6\u1d0b\u1d84\u2c69\u2c6a\u2c94\ua4d7\ua740\ua741\ua742"
                + "\ua743\ua744\ua745\ua7a2\ua7a3",
        // l
        "\u0141\u0142\u019a\u0234\u023d\u026b\u026c\u026d\u029f\u053c\u13de\u1d0c\u1d85\u2c60\u2c61\u2c62\ua4e1\ua748"
                + "\ua749\ua78e\ua7ad\uab37\uab38\uab39",
        // m
        "\u0271\u039c\u041c\u043c\u13b7\u1d0d\u1d6f\u1d86\u2c6e\u2c98\ua4df\uab3a",
        // n
        "\u014b\u019d\u019e\u0220\u0235\u0272\u0273\u0274\u039d\u03b7\u041f\u043f\u0578\u1d70\u1d87\u2c9a\ua4e0\ua790\ua791"
                + "\ua7a4\ua7a5\uab3b",
        // o
        "\u00d8\u00f8\u019f\u0275\u039f\u03bf\u03c3\u041e\u043e\u04e8\u04e9\u0555\u0585\u1d0f\u2c7a\u2c9e\u2c9f\ua4f3\ua74a"
                + "\ua74b\ua74c\ua74d",
        // p
        "\u01a4\u01a5\u03a1\u03c1\u0420\u0440\u13e2\u1d18\u1d71\u1d7d\u1d88\u2c63\u2ca2\u2ca3\ua4d1\ua750\ua751\ua752\ua753"
                + "\ua754\ua755",
        // q
        "\u024b\u02a0\u051a\u051b\u0566\ua756\ua757\ua758\ua759\ua7af",
        // r
        "\u024c\u024d\u027c\u027d\u027e\u0280\u0413\u0433\u13a1\u1d72\u1d73\u1d89\u2c64\ua4e3\ua7a6\ua7a7\uab46\uab49\uab4b"
                + "\uab4c",
        // s
        "\u023f\u0282\u0405\u0455\u054f\u13da\u1d74\u1d8a\u2c7e\ua4e2\ua731\ua7a8\ua7a9\ua7c5\ua7c9\ua7ca",
        // t
        "\u0166\u0167\u01ab\u01ac\u01ad\u01ae\u0236\u023e\u0288\u03a4\u03c4\u0422\u0442\u13a2\u1d1b\u1d75\u2c66\u2ca6\ua4d4",
        // u
        "\u0244\u0289\u028b\u03c5\u0446\u054d\u057d\u1d1c\u1d99\ua4f4\ua7b8\ua7b9\uab4e\uab52",
        // v
        "\u01b2\u028c\u03bd\u0474\u0475\u13d9\u1d20\u1d8c\u2c71\u2c74\ua4e6\ua75e\ua75f",
        // w
        "\u03c9\u0428\u0448\u0449\u0461\u051c\u051d\u0561\u13b3\u1d21\u2c72\u2c73\ua4ea",
        // x
        "\u03a7\u03c7\u0425\u0445\u04b2\u04b3\u1d8d\u2cac\ua4eb\uab56\uab57\uab58\uab59",
        // y
        "\u01b3\u01b4\u024e\u024f\u028f\u03a5\u03b3\u0423\u0443\u04ae\u04af\u13a9\u2ca8\ua4ec\uab5a",
        // z
        "\u01b5\u01b6\u0224\u0225\u0240\u0290\u0291\u0292\u0396\u03b6\u13c3\u1d22\u1d76\u1d8e\u2c6b\u2c6c\u2c7f\u2c8c\ua4dc"
                + "\ua7c6"
    };

    private Lookalikes() {}

    /** What looks like a stroke: an i or an l, as the digit 1 may be. */
    private static final String STROKES = "\u01c0\u04c0\u04cf\u2223\u23fd";

    /** Writes into the table what each stands for. */
    static void into(char[] table) {
        STROKES.chars().forEach(stroke -> table[stroke] = '1');
        for (int letter = 0; letter < OF.length; letter++) {
            for (int i = 0; i < OF[letter].length(); i++) {
                table[OF[letter].charAt(i)] = (char) ('a' + letter);
            }
        }
    }
}
