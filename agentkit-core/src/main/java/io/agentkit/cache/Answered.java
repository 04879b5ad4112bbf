package io.agentkit.cache;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Request;
import io.agentkit.money.Money;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Notes which requests of a call succeeded. What comes without one is a refusal in words, or somebody else's answer; what another model gave is
 * not the answer to what the call asked.
 */
public final class Answered<Q extends Request> implements RequestHook {

    private final Call<Q> call;
    private final BiPredicate<Q, Q> same;

    // Guarded by this object's lock.
    private boolean once;
    private boolean elsewhere;
    private @Nullable Money usd = Money.ZERO;

    /** @param same whether a request that was sent asked just what the call asks, and nothing simpler */
    public Answered(Call<Q> call, BiPredicate<Q, Q> same) {
        this.call = call;
        this.same = same;
    }

    @Override
    @SuppressWarnings("unchecked") // requests of one call are of one type
    public synchronized void after(Attempt<?> attempt, Outcome outcome) {
        if (outcome.status() != Outcome.Status.SUCCEEDED) {
            return;
        }
        once = true;
        elsewhere |=
                !attempt.call().endpoint().equals(call.endpoint()) || !same.test((Q) attempt.request(), call.request());
        Money price = outcome.usd();
        usd = usd == null || price == null ? null : usd.plus(price);
    }

    /** Whether the answer is one that others may get. */
    public synchronized boolean asAsked() {
        return once && !elsewhere;
    }

    /** What the requests that succeeded have cost; null when that is not known. */
    public synchronized @Nullable Money usd() {
        return usd;
    }
}
