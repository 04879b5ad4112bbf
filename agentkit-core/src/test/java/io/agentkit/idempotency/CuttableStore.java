package io.agentkit.idempotency;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that can be cut off: nothing reaches it any more, as when the process is killed or the network fails. Thread-safe. */
final class CuttableStore implements IdempotencyStore {

    private final IdempotencyStore store;

    private volatile boolean cut;

    private volatile boolean losesClaim;

    CuttableStore(IdempotencyStore store) {
        this.store = store;
    }

    void cut() {
        cut = true;
    }

    /** The answer to the next claim gets lost. */
    void losesClaim() {
        losesClaim = true;
    }

    void mend() {
        cut = false;
    }

    private IdempotencyStore reached() {
        if (cut) {
            throw new AgentKitException(ErrorKind.STORE, "out of reach");
        }
        return store;
    }

    @Override
    public Claim claim(ToolCallMark call, Duration lease) {
        Claim claim = reached().claim(call, lease);
        if (losesClaim) {
            losesClaim = false;
            throw new AgentKitException(ErrorKind.STORE, "connection lost");
        }
        return claim;
    }

    @Override
    public boolean takeOver(ToolCallMark call, String from, Duration lease) {
        return reached().takeOver(call, from, lease);
    }

    @Override
    public boolean renew(String key, String holder, Duration lease) {
        return reached().renew(key, holder, lease);
    }

    @Override
    public boolean complete(String key, String holder, @Nullable String result, Duration keep) {
        return reached().complete(key, holder, result, keep);
    }

    @Override
    public boolean release(String key, String holder) {
        return reached().release(key, holder);
    }

    @Override
    public boolean abandon(String key, String holder) {
        return reached().abandon(key, holder);
    }

    @Override
    public @Nullable UnknownOutcome findUnknown(String key) {
        return reached().findUnknown(key);
    }

    @Override
    public List<UnknownOutcome> unknown(int most) {
        return reached().unknown(most);
    }

    @Override
    public IdempotencyCounts counts() {
        return reached().counts();
    }
}
