package io.agentkit.tool;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** How arguments are named: names with a dot between two. */
final class ArgumentPath {

    /** Ahead of it what other languages of paths would write, which would match no argument here. */
    private static final Pattern PATH =
            Pattern.compile("(?![$*](?:\\.|$)|/)[^.\\[\\]\\p{Cntrl}]++(?:\\.(?!\\*(?:\\.|$))[^.\\[\\]\\p{Cntrl}]++)*+");

    private ArgumentPath() {}

    /** The same paths, in their order. */
    static Set<String> all(String setting, Set<String> paths) {
        for (String path : paths) {
            if (!PATH.matcher(path).matches() || !path.equals(path.strip())) {
                throw new IllegalArgumentException(
                        "'%s' must name arguments by paths such as 'url' or 'source.url' (was '%s')"
                                .formatted(setting, path));
            }
        }
        return paths.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(paths));
    }
}
