package io.agentkit.boot;

import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.safety.ApprovalSpec;
import java.util.ArrayList;
import java.util.List;

/** Orders of what guards tools that are legal but rarely meant, each with what they do. */
final class GuardOrderCheck {

    private static final List<String> CACHES = List.of("memoize", "idempotent");

    private final List<String> names;

    private final String where;

    private final List<String> found = new ArrayList<>();

    private GuardOrderCheck(List<String> names, String where) {
        this.names = names;
        this.where = where;
    }

    static List<String> surprises(ChainDefinition chain, String where) {
        GuardOrderCheck check = new GuardOrderCheck(chain.names(), where);
        for (String guard : List.of("policy", "approval")) {
            check.inside("audit", guard, "so calls that it refuses get no record");
        }
        for (String cache : CACHES) {
            check.inside("policy", cache, "so a call that is denied is still answered with an earlier result");
        }
        for (String cache : CACHES) {
            check.inside(
                    "security", cache, "so what is kept is marked for a model, and the application gets it so, too");
        }
        check.inside("approval", "memoize", "so a call that nobody approved is still answered with an earlier result");
        check.inside("idempotent", "approval", "so people are asked about calls that only get an earlier result");
        check.inside("egress", "approval", "so people are asked about calls that it refuses afterwards");
        if (waits(chain)) {
            check.inside("approval", "timeout", "so its limit counts the time that people take to decide");
        }
        return check.found;
    }

    private void inside(String inner, String outer, String consequence) {
        if (names.contains(outer) && names.indexOf(inner) > names.indexOf(outer)) {
            found.add("%s: '%s' stands inside '%s', %s".formatted(where, inner, outer, consequence));
        }
    }

    private static boolean waits(ChainDefinition chain) {
        for (Stage stage : chain.stages()) {
            if (stage.spec() instanceof ApprovalSpec spec && !spec.maxWait().isZero()) {
                return true;
            }
        }
        return false;
    }
}
