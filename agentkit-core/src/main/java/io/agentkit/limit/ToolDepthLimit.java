package io.agentkit.limit;

import io.agentkit.Attribute;
import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.Run;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

final class ToolDepthLimit implements ToolMiddleware {

    /** Whether a call is counted: it stays one call however often it is tried. */
    private static final Attribute<Boolean> COUNTED = Attribute.of("tool call counted", Boolean.class);

    private final DepthLimitSpec spec;

    private final Nesting nesting;

    ToolDepthLimit(DepthLimitSpec spec) {
        this.spec = spec;
        this.nesting = new Nesting(spec);
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        nesting.check(call);
        int most = spec.maxRepeats();
        if (count(call) <= most) {
            return next.call(call);
        }
        if (spec.onLoop() == OnLoop.FAIL) {
            throw Nesting.exceeded(call, DepthReason.REPEATS, most);
        }
        if (call.isListening()) {
            call.emit(new ToolsWithheld(call.id(), call.runId(), call.kind(), DepthReason.REPEATS, most));
        }
        return ToolResult.of(
                "This call was not made: it was made %d times already with the same arguments. Answer with what you have."
                        .formatted(most));
    }

    /** How often the run has made this call; 0 when it was counted before. */
    private int count(Call<ToolRequest> call) {
        if (call.meta().get(COUNTED) != null) {
            return 0;
        }
        call.meta().put(COUNTED, true);
        return repeats(call.run()).add(ToolSignature.of(call.request()));
    }

    private Repeats repeats(Run run) {
        if (!(run.kept(this) instanceof Repeats known)) {
            return newRepeats(run);
        }
        return known;
    }

    private synchronized Repeats newRepeats(Run run) {
        if (run.kept(this) instanceof Repeats known) {
            return known;
        }
        Repeats made = new Repeats();
        run.keep(this, made);
        return made;
    }
}
