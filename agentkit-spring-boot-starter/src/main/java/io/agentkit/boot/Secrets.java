package io.agentkit.boot;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells by its name whether a setting must never be printed. */
final class Secrets {

    static final String HIDDEN = "******";

    private static final Pattern SECRET =
            Pattern.compile(".*(password|passphrase|secret|credentials?|api-?key|private-?key|access-?key|token)s?$");

    /** Names of limits that merely end like secrets. */
    private static final Pattern COUNT = Pattern.compile(".*(tokens|first-?token)$");

    private Secrets() {}

    static boolean isSecret(String property) {
        String name = property.toLowerCase(Locale.ROOT).replaceAll("\\[\\d+]$", "");
        return SECRET.matcher(name).matches() && !COUNT.matcher(name).matches();
    }
}
