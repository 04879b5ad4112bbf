package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The chains of an application that writes none, and the order in which middlewares usually stand. */
final class ChainDefaults {

    /** The name of the pair at {@code agentkit.chat} and {@code agentkit.tool}. */
    static final String PAIR = "default";

    private static final List<String> CHAT = List.of("tracing", "cost");

    private static final List<String> TOOL = List.of("tracing", "audit");

    private static final List<String> USUAL = List.of(
            "tracing",
            "tool-log",
            "audit",
            "depth-limit",
            "egress",
            "memoize",
            "meter",
            "cost",
            "fallback",
            "hedge",
            "rate-limit",
            "retry",
            "timeout");

    private ChainDefaults() {}

    static List<String> list(CallKind kind, MiddlewareCatalog catalog) {
        List<String> list = kind == CallKind.CHAT ? CHAT : TOOL;
        return list.stream().filter(name -> catalog.find(name, kind) != null).toList();
    }

    static List<String> inUsualOrder(Collection<String> names) {
        return names.stream()
                .sorted(Comparator.comparingInt(name -> USUAL.contains(name) ? USUAL.indexOf(name) : USUAL.size()))
                .toList();
    }

    /** What could have been meant by a name that nobody knows. */
    static String whatToWrite(String name, Set<String> builtIns, Set<String> own, CallKind kind) {
        Set<String> all = new TreeSet<>(builtIns);
        all.addAll(own);
        StringBuilder text = new StringBuilder();
        String meant = NearMiss.of(name, all);
        if (meant != null) {
            text.append("Did you mean '%s'? ".formatted(meant));
        }
        text.append("Built in: %s. ".formatted(String.join(", ", builtIns)));
        text.append("Beans of the application: %s. ".formatted(own.isEmpty() ? "none" : String.join(", ", own)));
        return text.append("A middleware of your own is a bean of type %s."
                        .formatted(MiddlewareBeans.typeFor(kind).getSimpleName()))
                .toString();
    }
}
