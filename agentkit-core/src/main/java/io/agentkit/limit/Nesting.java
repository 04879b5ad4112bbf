package io.agentkit.limit;

import io.agentkit.Call;
import io.agentkit.Run;
import io.agentkit.Scope;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Refuses agents that are nested too deeply, in themselves, or in too great a number. Thread-safe. */
final class Nesting {

    private final DepthLimitSpec spec;

    Nesting(DepthLimitSpec spec) {
        this.spec = spec;
    }

    void check(Call<?> call) {
        int depth = call.depth();
        if (depth == 0) {
            return;
        }
        if (depth >= spec.maxDepth()) {
            throw exceeded(call, DepthReason.DEPTH, spec.maxDepth());
        }
        if (spec.cycles() == Cycles.REFUSE && isInsideItself(call.run())) {
            throw exceeded(call, DepthReason.CYCLE, 0);
        }
        Integer maxSpawns = spec.maxSpawns();
        if (maxSpawns != null && !isAdmitted(call.run(), maxSpawns)) {
            throw exceeded(call, DepthReason.SPAWNS, maxSpawns);
        }
    }

    /** Only the innermost agent can be new: those around it were looked at when they were. */
    private static boolean isInsideItself(Run run) {
        Run innermost = run;
        while (innermost.ownAgent() == null && innermost.parent() != null) {
            innermost = innermost.parent();
        }
        String agent = innermost.ownAgent();
        if (agent == null) {
            return false;
        }
        for (Run around = innermost.parent(); around != null; around = around.parent()) {
            if (agent.equals(around.ownAgent())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the run is one of the first so many inside its outermost one. */
    private boolean isAdmitted(Run run, int most) {
        Set<Run> admitted = admitted(run.root());
        if (admitted.contains(run)) {
            return true;
        }
        synchronized (admitted) {
            return admitted.contains(run) || (admitted.size() < most && admitted.add(run));
        }
    }

    @SuppressWarnings("unchecked") // kept under this object by nobody else
    private Set<Run> admitted(Run root) {
        Object kept = root.kept(this);
        if (kept == null) {
            synchronized (this) {
                kept = root.kept(this);
                if (kept == null) {
                    kept = Collections.newSetFromMap(new ConcurrentHashMap<Run, Boolean>());
                    root.keep(this, kept);
                }
            }
        }
        return (Set<Run>) kept;
    }

    /** Tells of it and gives what to throw. */
    static DepthExceededException exceeded(Call<?> call, DepthReason reason, int most) {
        if (call.isListening()) {
            call.emit(new DepthExceeded(
                    call.id(),
                    call.runId(),
                    call.kind(),
                    reason,
                    most,
                    call.depth(),
                    call.scope().get(Scope.AGENT)));
        }
        return new DepthExceededException(reason, most, call.depth(), call.run().spend());
    }
}
