package io.agentkit.score;

/**
 * What a score came to.
 *
 * @param met whether its bar is met
 * @param text the figures in one line, without the score's name
 */
record Figures(boolean met, String text) {

    Figures {
        if (text.lines().count() != 1) {
            throw new IllegalArgumentException("'text' must be one line (was '" + text + "')");
        }
    }
}
