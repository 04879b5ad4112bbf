package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A run being the current one of a thread, for a while. Closing it makes current again what was so before.
 */
public final class RunFrame implements AutoCloseable {

    private static final ThreadLocal<@Nullable RunFrame> CURRENT = new ThreadLocal<>();

    private final Run run;

    private final boolean insideTool;

    private final @Nullable ToolCallContext toolCall;

    /** The tool that this tool was called in by itself, without an agent between; null when it is none or in none. */
    private final @Nullable RunFrame around;

    private @Nullable RunFrame before;

    private @Nullable RunTally nested;

    private RunFrame(Run run, boolean insideTool, @Nullable ToolCallContext toolCall, @Nullable RunFrame before) {
        this.run = run;
        this.insideTool = insideTool;
        this.toolCall = toolCall;
        this.before = before;
        this.around = insideTool && before != null && before.run == run ? before.tool() : null;
    }

    static RunFrame enter(Run run, boolean insideTool) {
        return enter(run, insideTool, null);
    }

    static RunFrame enter(Run run, boolean insideTool, @Nullable ToolCallContext toolCall) {
        RunFrame frame = new RunFrame(run, insideTool, toolCall, CURRENT.get());
        CURRENT.set(frame);
        return frame;
    }

    static RunFrame detached(Run run) {
        return new RunFrame(run, false, null, null);
    }

    /** The frame this thread is in; null outside any run. */
    public static @Nullable RunFrame current() {
        return CURRENT.get();
    }

    /** Puts a captured frame on this thread, or none: for context propagation, which undoes it itself. */
    static void set(@Nullable RunFrame frame) {
        if (frame == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(frame);
        }
    }

    /** This frame where it is that of a tool; else null. */
    @Nullable
    RunFrame tool() {
        return insideTool ? this : null;
    }

    /** Books what a model used that was called in this tool. */
    void book(Usage usage, @Nullable Money usd) {
        for (RunFrame tool = this; tool != null; tool = tool.around) {
            tool.tally().add(usage, usd);
        }
    }

    void correct(Correction correction) {
        for (RunFrame tool = this; tool != null; tool = tool.around) {
            tool.tally().correct(correction);
        }
    }

    private synchronized RunTally tally() {
        RunTally known = nested;
        if (known == null) {
            known = new RunTally(RunSpend.NONE);
            nested = known;
        }
        return known;
    }

    /** What models used so far that were called in this tool. */
    synchronized RunSpend nested() {
        return nested == null ? RunSpend.NONE : nested.total();
    }

    public Run run() {
        return run;
    }

    public boolean insideTool() {
        return insideTool;
    }

    /** The tool call that the code on top works for; null when it works for none. */
    @Nullable
    ToolCallContext toolCall() {
        return toolCall;
    }

    /** The frame around; null for the outermost. */
    @Nullable
    RunFrame before() {
        return before;
    }

    /** On another thread, or when frames were closed in another order, it only takes this frame out of the way. */
    @Override
    public void close() {
        RunFrame top = CURRENT.get();
        if (top == this) {
            set(before);
            return;
        }
        for (RunFrame above = top; above != null; above = above.before) {
            if (above.before == this) {
                above.before = before;
                return;
            }
        }
    }
}
