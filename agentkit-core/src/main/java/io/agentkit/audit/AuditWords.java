package io.agentkit.audit;

import java.util.Arrays;
import java.util.Locale;

/** How values of an enum are written: in small letters, with dashes. */
final class AuditWords<E extends Enum<E>> {

    private final Class<E> type;
    private final String[] words;

    AuditWords(Class<E> type) {
        this.type = type;
        this.words = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toArray(String[]::new);
    }

    String of(E value) {
        return words[value.ordinal()];
    }

    /** @throws IllegalArgumentException when none is written so */
    E read(String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
