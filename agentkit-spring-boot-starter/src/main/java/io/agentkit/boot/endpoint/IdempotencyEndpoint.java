package io.agentkit.boot.endpoint;

import io.agentkit.idempotency.IdempotencyCounts;
import io.agentkit.idempotency.IdempotencyStore;
import io.agentkit.idempotency.UnknownOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/idempotency}: tool calls of which nobody knows whether they happened, and with unrestricted access to settle them.
 * Thread-safe.
 */
@Endpoint(id = "idempotency", defaultAccess = Access.READ_ONLY)
public class IdempotencyEndpoint {

    private static final int MOST = 100;

    /** A result that somebody found out is kept as long as results are by default. */
    private static final Duration KEEP = Duration.ofDays(30);

    private final IdempotencyStore store;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public IdempotencyEndpoint(IdempotencyStore store) {
        this.store = store;
    }

    /** How many calls are known, and the 100 oldest with an unknown outcome. */
    @ReadOperation
    public IdempotencyDescriptor calls() {
        IdempotencyCounts counts = store.counts();
        return new IdempotencyDescriptor(
                counts.busy(),
                counts.done(),
                counts.unknown(),
                store.unknown(MOST).stream().map(OutcomeDescriptor::of).toList());
    }

    /** The call with an unknown outcome; null, which is a 404, when there is none. */
    @ReadOperation
    public @Nullable OutcomeDescriptor call(@Selector String key) {
        UnknownOutcome found = store.findUnknown(key);
        return found == null ? null : OutcomeDescriptor.of(found);
    }

    /**
     * Settles a call whose outcome was unknown.
     *
     * @param happened whether the tool has acted; if not, the call can be made again
     * @param result what came of it, for the same call made again; without one that is refused from then on
     * @return what became of it; null when there is no such call, or somebody else has settled it
     */
    @WriteOperation
    public @Nullable SettledDescriptor settle(@Selector String key, boolean happened, @Nullable String result) {
        if (!happened && result != null) {
            String reason = "'result' goes only with 'happened: true'";
            throw new InvalidEndpointRequestException(reason, reason);
        }
        UnknownOutcome found = store.findUnknown(key);
        if (found == null) {
            return null;
        }
        boolean settled =
                happened ? store.complete(key, found.holder(), result, KEEP) : store.release(key, found.holder());
        return settled ? new SettledDescriptor(key, happened) : null;
    }

    /**
     * Tool calls that are known.
     *
     * @param busy being made now
     * @param done made, and known still
     * @param unknown begun, with an outcome that nobody knows
     * @param unknownOutcomes the oldest of these
     */
    public record IdempotencyDescriptor(long busy, long done, long unknown, List<OutcomeDescriptor> unknownOutcomes)
            implements OperationResponseBody {}

    /**
     * A call with an unknown outcome.
     *
     * @param key to settle it by
     * @param tool the tool
     * @param runId the run
     * @param began when it was begun
     */
    public record OutcomeDescriptor(String key, String tool, String runId, Instant began)
            implements OperationResponseBody {

        static OutcomeDescriptor of(UnknownOutcome outcome) {
            return new OutcomeDescriptor(outcome.key(), outcome.tool(), outcome.runId(), outcome.began());
        }
    }

    /**
     * A call that was settled.
     *
     * @param key the call
     * @param happened whether the tool has acted
     */
    public record SettledDescriptor(String key, boolean happened) implements OperationResponseBody {}
}
