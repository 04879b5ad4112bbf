package io.agentkit.safety;

import io.agentkit.text.Invisible;

/** What people say in passing, fit for a message: one line, of bounded length, with nothing hidden in it. */
final class OneLine {

    private OneLine() {}

    static String of(String text, int longest) {
        String line =
                Invisible.strip(text).replaceAll("[\\p{Cntrl}\\p{Z}]+", " ").strip();
        return line.codePointCount(0, line.length()) <= longest
                ? line
                : line.substring(0, line.offsetByCodePoints(0, longest)) + "…";
    }
}
