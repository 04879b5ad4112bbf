package io.agentkit.idempotency;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.tool.IdempotencyMode;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * A tool call that is made again gets the result of the first time, and the tool is not called. Before it is called the first time that is
 * written into the {@link IdempotencyStore} of the resources, else one in memory, so that a process which dies in between is noticed. Calls of
 * read-only tools pass. The key of the call is handed to the tool, see {@link io.agentkit.ToolCallContext}. What fails before the tool was
 * called, or is refused, can be made again.
 *
 * @param mode what makes two calls the same one, for tools that do not say it. {@code call-id} by default: the model's call, made again;
 *     {@code arguments}: within a run, another call with the same arguments, too.
 * @param lease how long a process may be silent before it is taken for dead, from 1 second to 1 day; it speaks three times as often. 1 minute
 *     by default.
 * @param keep how long results are kept, at least a second. 30 days by default.
 * @param maxResultLength most characters of a result that are kept, from 0 to 100,000,000. A longer one is returned once; the same call made
 *     again is refused then. 1,000,000 by default.
 * @param maxWait how long a call waits for the same one that is being made elsewhere, before it is refused. 30 seconds by default.
 * @param onUnknown what to do when nobody knows whether the tool has acted the first time. The call is refused by default; of tools that are
 *     declared idempotent it is made again.
 * @param onFailure what it means when the tool fails by its own account. By default that it has done nothing, and the call can be made again.
 *     A tool that gave no answer (timed out, cancelled, connection lost) may have acted in any case.
 * @param whenStoreFails what to do when the store cannot say whether the call was made. The tool is not called by default.
 */
@ConfigurationPropertiesSource
public record IdempotentSpec(
        IdempotencyMode mode,
        Duration lease,
        Duration keep,
        Integer maxResultLength,
        Duration maxWait,
        OnUnknown onUnknown,
        OnFailure onFailure,
        WhenStoreFails whenStoreFails)
        implements ToolSpec {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final Duration LONGEST_LEASE = Duration.ofDays(1);

    private static final Duration LONGEST_KEEP = Duration.ofDays(36_500);

    private static final int LONGEST_RESULT = 100_000_000;

    public IdempotentSpec(
            @Nullable IdempotencyMode mode,
            @Nullable Duration lease,
            @Nullable Duration keep,
            @Nullable Integer maxResultLength,
            @Nullable Duration maxWait,
            @Nullable OnUnknown onUnknown,
            @Nullable OnFailure onFailure,
            @Nullable WhenStoreFails whenStoreFails) {
        this.mode = Objects.requireNonNullElse(mode, IdempotencyMode.CALL_ID);
        this.lease = Objects.requireNonNullElse(lease, Duration.ofMinutes(1));
        this.keep = Objects.requireNonNullElse(keep, Duration.ofDays(30));
        this.maxResultLength = Objects.requireNonNullElse(maxResultLength, 1_000_000);
        this.maxWait = Objects.requireNonNullElse(maxWait, Duration.ofSeconds(30));
        this.onUnknown = Objects.requireNonNullElse(onUnknown, OnUnknown.REFUSE);
        this.onFailure = Objects.requireNonNullElse(onFailure, OnFailure.RELEASE);
        this.whenStoreFails = Objects.requireNonNullElse(whenStoreFails, WhenStoreFails.REFUSE);
        if (this.lease.compareTo(SHORTEST) < 0 || this.lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("'lease' must be from 1 second to 1 day (was %s)".formatted(this.lease));
        }
        if (this.keep.compareTo(SHORTEST) < 0 || this.keep.compareTo(LONGEST_KEEP) > 0) {
            throw new IllegalArgumentException(
                    "'keep' must be from 1 second to 100 years (was %s)".formatted(this.keep));
        }
        if (this.maxResultLength < 0 || this.maxResultLength > LONGEST_RESULT) {
            throw new IllegalArgumentException(
                    "'maxResultLength' must be from 0 to 100000000 (was %d)".formatted(this.maxResultLength));
        }
        if (this.maxWait.isNegative() || this.maxWait.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("'maxWait' must be from 0 to 1 day (was %s)".formatted(this.maxWait));
        }
    }

    public static IdempotentSpec defaults() {
        return new IdempotentSpec(null, null, null, null, null, null, null, null);
    }

    public IdempotentSpec withMode(IdempotencyMode value) {
        return with(copy -> copy.mode = value);
    }

    public IdempotentSpec withLease(Duration value) {
        return with(copy -> copy.lease = value);
    }

    public IdempotentSpec withKeep(Duration value) {
        return with(copy -> copy.keep = value);
    }

    public IdempotentSpec withMaxResultLength(int value) {
        return with(copy -> copy.maxResultLength = value);
    }

    public IdempotentSpec withMaxWait(Duration value) {
        return with(copy -> copy.maxWait = value);
    }

    public IdempotentSpec withOnUnknown(OnUnknown value) {
        return with(copy -> copy.onUnknown = value);
    }

    public IdempotentSpec withOnFailure(OnFailure value) {
        return with(copy -> copy.onFailure = value);
    }

    public IdempotentSpec withWhenStoreFails(WhenStoreFails value) {
        return with(copy -> copy.whenStoreFails = value);
    }

    private IdempotentSpec with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new IdempotentSpec(
                copy.mode,
                copy.lease,
                copy.keep,
                copy.maxResultLength,
                copy.maxWait,
                copy.onUnknown,
                copy.onFailure,
                copy.whenStoreFails);
    }

    /** All settings, of which one is about to be changed. */
    private static final class Copy {

        private IdempotencyMode mode;
        private Duration lease;
        private Duration keep;
        private int maxResultLength;
        private Duration maxWait;
        private OnUnknown onUnknown;
        private OnFailure onFailure;
        private WhenStoreFails whenStoreFails;

        private Copy(IdempotentSpec spec) {
            mode = spec.mode;
            lease = spec.lease;
            keep = spec.keep;
            maxResultLength = spec.maxResultLength;
            maxWait = spec.maxWait;
            onUnknown = spec.onUnknown;
            onFailure = spec.onFailure;
            whenStoreFails = spec.whenStoreFails;
        }
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        IdempotencyStore found = resources.find(IdempotencyStore.class);
        IdempotencyStore store = found == null
                ? new InMemoryIdempotencyStore(resources.environment().time())
                : found;
        Heartbeats heartbeats = new Heartbeats(resources.environment().time(), lease, Heartbeats.daemon());
        return new IdempotentMiddleware(this, new Executions(this, store, heartbeats), store, decider(resources));
    }

    private OutcomeDecider decider(Resources resources) {
        return switch (onUnknown) {
            case REFUSE -> outcome -> OutcomeDecider.Decision.refuse();
            case RUN -> outcome -> OutcomeDecider.Decision.run();
            case ASK -> {
                OutcomeDecider decider = resources.find(OutcomeDecider.class);
                if (decider == null) {
                    throw new IllegalArgumentException("'onUnknown' is to ask an OutcomeDecider, and there is none");
                }
                yield decider;
            }
        };
    }
}
