package io.agentkit.boot;

import io.agentkit.CallKind;
import java.util.ArrayList;
import java.util.List;

/** Orders that are legal but rarely meant, each with what they do. */
final class ChainOrderCheck {

    private ChainOrderCheck() {}

    static List<String> surprises(ChainDefinition chain) {
        List<String> found = new ArrayList<>();
        List<String> names = chain.names();
        String where = "%s chain '%s'".formatted(chain.kind() == CallKind.CHAT ? "Chat" : "Tool", chain.pair());
        if (names.indexOf("tracing") > 0) {
            found.add(
                    "%s: 'tracing' is not first, so what '%s' outside it does and how long that takes is missing from the observation"
                            .formatted(where, names.get(0)));
        }
        if (isInside(names, "audit", "retry")) {
            found.add("%s: 'audit' stands inside 'retry', so each attempt gets a record of its own".formatted(where));
        }
        if (isInside(names, "audit", "depth-limit")) {
            found.add(
                    "%s: 'audit' stands inside 'depth-limit', so calls that go too far get no record".formatted(where));
        }
        return found;
    }

    private static boolean isInside(List<String> names, String inner, String outer) {
        return names.contains(outer) && names.indexOf(inner) > names.indexOf(outer);
    }
}
