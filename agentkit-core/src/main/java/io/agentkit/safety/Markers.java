package io.agentkit.safety;

import java.util.ArrayList;
import java.util.List;

/** What makes data look like instructions. */
final class Markers {

    private static final Phrases PHRASES = new Phrases(List.of(
            "ignore previous",
            "ignore all previous",
            "disregard the above",
            "disregard previous",
            "system prompt",
            "you are now",
            "new instructions",
            "ignore your instructions",
            // A frame that closes early.
            "untrusted data ends"));

    /** Characters that spell a text which nobody sees. */
    private static final String TAGS = "tag characters";

    private static final int FLAG = 0x1F3F4;

    private static final int FIRST_TAG = 0xE0020;

    private static final int LAST_TAG = 0xE007F;

    private Markers() {}

    static List<String> in(String text) {
        List<String> found = new ArrayList<>(0);
        PHRASES.in(text).stream().mapToObj(PHRASES::phrase).forEach(found::add);
        if (hasTags(text)) {
            found.add(TAGS);
        }
        return found;
    }

    /** Apart from those that flags of regions are made of. */
    private static boolean hasTags(String text) {
        int base = 0;
        for (int at = text.indexOf('\udb40'); at >= 0; at = text.indexOf('\udb40', at + 2)) {
            int codePoint = text.codePointAt(at);
            if (codePoint >= FIRST_TAG && codePoint <= LAST_TAG) {
                int before = at == 0 ? 0 : text.codePointBefore(at);
                boolean goesOn = before >= FIRST_TAG && before <= LAST_TAG;
                base = goesOn ? base : before;
                if (base != FLAG) {
                    return true;
                }
            }
        }
        return false;
    }
}
