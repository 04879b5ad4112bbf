package io.agentkit.boot;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.RetrySpec;
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
        if (isInside(names, "audit", "idempotent")) {
            found.add(
                    "%s: 'audit' stands inside 'idempotent', so calls that get an earlier result, or are refused, get no record"
                            .formatted(where));
        }
        if (isInside(names, "idempotent", "retry")) {
            found.add(
                    "%s: 'idempotent' stands inside 'retry', so each attempt is marked anew, and one that may have acted is the last"
                            .formatted(where));
        }
        if (isInside(names, "retry", "idempotent")) {
            found.add(
                    "%s: 'retry' stands inside 'idempotent', so its attempts have one mark, and an attempt that may have acted can be followed by another where 'side-effects' is 'always'"
                            .formatted(where));
        }
        if (isInside(names, "audit", "depth-limit")) {
            found.add(
                    "%s: 'audit' stands inside 'depth-limit', so calls that go too far get no record".formatted(where));
        }
        if (isInside(names, "fallback", "retry")) {
            found.add(
                    "%s: 'fallback' stands inside 'retry', so each attempt asks all its models: put 'fallback' outside to retry one model first"
                            .formatted(where));
        }
        if (isInside(names, "output-coerce", "retry")) {
            found.add(
                    "%s: 'output-coerce' stands inside 'retry', so what it asks again with counts as part of an attempt, and an attempt that fails starts with the first question"
                            .formatted(where));
        }
        if (isInside(names, "timeout", "retry")) {
            found.add(
                    "%s: 'timeout' stands inside 'retry', so it limits each attempt: a call may take that long%s, and the waits between"
                            .formatted(where, times(chain)));
        }
        if (isInside(names, "retry", "timeout") && !hasAttemptTimeout(chain)) {
            found.add(
                    "%s: 'timeout' stands outside 'retry', so it limits all attempts together: one that hangs leaves no time for a"
                                    .formatted(where)
                            + " second, unless 'retry.attempt-timeout' ends it earlier");
        }
        if (isInside(names, "compaction", "meter")) {
            found.add(
                    "%s: 'compaction' stands inside 'meter', so a call that goes on with a cheaper model is made shorter anew, and may ask for a second summary"
                            .formatted(where));
        }
        found.addAll(ofMemoize(names, where));
        found.addAll(ofHedge(chain, names, where));
        found.addAll(GuardOrderCheck.surprises(chain, where));
        return found;
    }

    private static List<String> ofMemoize(List<String> names, String where) {
        List<String> found = new ArrayList<>();
        if (isInside(names, "audit", "memoize")) {
            found.add("%s: 'audit' stands inside 'memoize', so calls that are answered from the cache get no record"
                    .formatted(where));
        }
        if (isInside(names, "memoize", "meter")) {
            found.add("%s: 'memoize' stands inside 'meter', which charges nothing for what is answered from the cache"
                    .formatted(where));
        }
        return found;
    }

    private static List<String> ofHedge(ChainDefinition chain, List<String> names, String where) {
        List<String> found = new ArrayList<>();
        for (Stage stage : chain.stages()) {
            if (stage.spec() instanceof HedgeSpec hedge && hedge.backups().isEmpty()) {
                found.add("%s: 'hedge' has no 'backups', so it does nothing".formatted(where));
            }
        }
        if (isInside(names, "hedge", "retry")) {
            found.add(
                    "%s: 'hedge' stands inside 'retry', so a call that fails races anew at each attempt, backups included"
                            .formatted(where));
        }
        for (String cache : List.of("memoize", "semantic-memoize")) {
            if (isInside(names, cache, "hedge")) {
                found.add(
                        "%s: '%s' stands inside 'hedge', so what a backup answered is kept for the backup, and the same question is slow again"
                                .formatted(where, cache));
            }
        }
        return found;
    }

    private static String times(ChainDefinition chain) {
        return chain.find("retry") instanceof RetrySpec retry
                ? " %d times".formatted(retry.maxAttempts())
                : " again and again";
    }

    private static boolean hasAttemptTimeout(ChainDefinition chain) {
        return chain.find("retry") instanceof RetrySpec retry && retry.attemptTimeout() != null;
    }

    private static boolean isInside(List<String> names, String inner, String outer) {
        return names.contains(outer) && names.indexOf(inner) > names.indexOf(outer);
    }
}
