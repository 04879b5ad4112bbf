package io.agentkit.limit;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code depth-limit}: how deep agents may be nested, how many a run may start, and how often tools may be asked for without an
 * end. What goes too far is refused with a {@link DepthExceededException}. Around models it also looks at replies, before any of the tools
 * that they ask for is called. It counts no turns; that is {@code max-turns} of {@code meter}. Immutable.
 *
 * @param maxDepth how deep agents may be nested; the outermost is at depth 0, and this depth is refused; at least 1; 4 by default
 * @param cycles whether an agent may work inside itself, directly or with others between; refuse by default
 * @param maxSpawns how many agents may be started inside the outermost run, at all depths together; at least 1; no limit by default
 * @param maxRepeats how often a tool may be called with the same arguments: since the last message of the user around models, among the
 *     run's last 100 calls around tools; at least 1, more than 100 for no limit around tools; 10 by default
 * @param maxRounds how many replies may ask for tools since the last message of the user; chat only; at least 1; no limit by default
 * @param maxCallsPerReply how many calls of tools one reply may ask for; chat only; at least 1; no limit by default
 * @param onLoop what to do when maxRepeats or maxRounds is reached; fail by default
 */
@ConfigurationPropertiesSource
public record DepthLimitSpec(
        Integer maxDepth,
        Cycles cycles,
        @Nullable Integer maxSpawns,
        Integer maxRepeats,
        @Nullable Integer maxRounds,
        @Nullable Integer maxCallsPerReply,
        OnLoop onLoop)
        implements ChatSpec, ToolSpec {

    private static final DepthLimitSpec DEFAULTS = new DepthLimitSpec(null, null, null, null, null, null, null);

    public DepthLimitSpec(
            @Nullable Integer maxDepth,
            @Nullable Cycles cycles,
            @Nullable Integer maxSpawns,
            @Nullable Integer maxRepeats,
            @Nullable Integer maxRounds,
            @Nullable Integer maxCallsPerReply,
            @Nullable OnLoop onLoop) {
        this.maxDepth = Objects.requireNonNullElse(maxDepth, 4);
        this.cycles = Objects.requireNonNullElse(cycles, Cycles.REFUSE);
        this.maxSpawns = maxSpawns;
        this.maxRepeats = Objects.requireNonNullElse(maxRepeats, 10);
        this.maxRounds = maxRounds;
        this.maxCallsPerReply = maxCallsPerReply;
        this.onLoop = Objects.requireNonNullElse(onLoop, OnLoop.FAIL);
        requireOne("maxDepth", this.maxDepth);
        requireOne("maxSpawns", maxSpawns);
        requireOne("maxRepeats", this.maxRepeats);
        requireOne("maxRounds", maxRounds);
        requireOne("maxCallsPerReply", maxCallsPerReply);
    }

    private static void requireOne(String name, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException("'%s' must be at least 1 (was %d)".formatted(name, value));
        }
    }

    public static DepthLimitSpec defaults() {
        return DEFAULTS;
    }

    public DepthLimitSpec withMaxDepth(int value) {
        return new DepthLimitSpec(value, cycles, maxSpawns, maxRepeats, maxRounds, maxCallsPerReply, onLoop);
    }

    public DepthLimitSpec withCycles(Cycles value) {
        return new DepthLimitSpec(maxDepth, value, maxSpawns, maxRepeats, maxRounds, maxCallsPerReply, onLoop);
    }

    public DepthLimitSpec withMaxSpawns(@Nullable Integer value) {
        return new DepthLimitSpec(maxDepth, cycles, value, maxRepeats, maxRounds, maxCallsPerReply, onLoop);
    }

    public DepthLimitSpec withMaxRepeats(int value) {
        return new DepthLimitSpec(maxDepth, cycles, maxSpawns, value, maxRounds, maxCallsPerReply, onLoop);
    }

    public DepthLimitSpec withMaxRounds(@Nullable Integer value) {
        return new DepthLimitSpec(maxDepth, cycles, maxSpawns, maxRepeats, value, maxCallsPerReply, onLoop);
    }

    public DepthLimitSpec withMaxCallsPerReply(@Nullable Integer value) {
        return new DepthLimitSpec(maxDepth, cycles, maxSpawns, maxRepeats, maxRounds, value, onLoop);
    }

    public DepthLimitSpec withOnLoop(OnLoop value) {
        return new DepthLimitSpec(maxDepth, cycles, maxSpawns, maxRepeats, maxRounds, maxCallsPerReply, value);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return new ChatDepthLimit(this);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        if (maxRounds != null || maxCallsPerReply != null) {
            throw new IllegalArgumentException(
                    "'%s' counts what replies of models ask for; write it among the settings of a chain around models"
                            .formatted(maxRounds == null ? "maxCallsPerReply" : "maxRounds"));
        }
        return new ToolDepthLimit(this);
    }
}
