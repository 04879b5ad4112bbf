package io.agentkit.idempotency;

import io.agentkit.AgentKitException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows which tool calls are being made and what came of those that were. Thread-safe, and the same for all processes that share it: of those
 * who claim a key at once one holds it.
 *
 * <p>A holder that says nothing for as long as its lease is taken for dead. Then nobody knows whether its tool has acted, and its place is
 * not simply free: somebody has to {@link #takeOver} it, or {@link #complete} or {@link #release} it in the holder's name. From when one of
 * them has done so the others are too late, the first holder included. The clock is the store's own, so that those of processes may differ.
 *
 * <p>Every method may be said again when its answer was lost. Every method throws an {@link AgentKitException} of kind {@code STORE} when the
 * store cannot do it.
 */
public interface IdempotencyStore {

    /**
     * Takes the call for its holder, for as long as the lease, unless it is known already. What was made longer ago than it was to be kept is
     * not known any more.
     *
     * @param lease how long it may be held without a word; zero is over at once
     */
    Claim claim(ToolCallMark call, Duration lease);

    /**
     * Takes a call with an unknown outcome for another holder, to make it again.
     *
     * @param call as for {@link #claim}
     * @param from who holds it without a word
     * @return whether it is theirs; not when somebody else was faster
     */
    boolean takeOver(ToolCallMark call, String from, Duration lease);

    /** Holds it longer: from now for as long as the lease. Whether it is still theirs. */
    boolean renew(String key, String holder, Duration lease);

    /**
     * It was made.
     *
     * @param result what came of it; null when that is not to be kept
     * @param keep how long this is known
     * @return whether it was still theirs; otherwise nothing is changed
     */
    boolean complete(String key, String holder, @Nullable String result, Duration keep);

    /** The tool was not called, or has done nothing: the call is as if nobody had begun it. Whether it was still theirs. */
    boolean release(String key, String holder);

    /** Nobody will ever say how it ended. Whether it was still theirs. */
    boolean abandon(String key, String holder);

    /** The call, if its outcome is unknown; else null. */
    @Nullable
    UnknownOutcome findUnknown(String key);

    /** Calls with an unknown outcome, the oldest first. */
    List<UnknownOutcome> unknown(int most);

    IdempotencyCounts counts();
}
