package io.agentkit.spend;

import io.agentkit.Call;
import io.agentkit.ChatMiddleware;
import io.agentkit.ErrorTrace;
import io.agentkit.EventListener;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A number of tokens that plain code hands out and counts down. What crosses the limit completes, so {@link #remaining()} can become
 * negative; then nothing passes until a {@link #reset()}. Thread-safe.
 */
public final class TokenBudget {

    /** The budget's name and scope in events and exceptions. */
    static final String NAME = "token-budget";

    private static final Logger log = LoggerFactory.getLogger(TokenBudget.class);

    private final long limit;

    private final AtomicLong used = new AtomicLong();

    /** @param limit tokens; at least 1 */
    public TokenBudget(long limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("'limit' must be at least 1 (was %d)".formatted(limit));
        }
        this.limit = limit;
    }

    public long limit() {
        return limit;
    }

    /** What is left; negative when more was used. */
    public long remaining() {
        return limit - used.get();
    }

    public long used() {
        return used.get();
    }

    /** Counts tokens as used, up to the largest number; 0 and less do nothing. */
    public void consume(long tokens) {
        if (tokens > 0) {
            used.accumulateAndGet(tokens, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        }
    }

    /** Makes all of it available again. */
    public void reset() {
        used.set(0);
    }

    /**
     * Lets nothing through when it is used up, and tells the listener before it refuses.
     *
     * @throws BudgetExceededException when nothing is left, whatever the listener does
     */
    public void require(EventListener listener) {
        require(listener, null);
    }

    private void require(EventListener listener, @Nullable Call<?> call) {
        long now = used.get();
        if (now < limit) {
            return;
        }
        BudgetLimits limits = new BudgetLimits(null, limit, null);
        BudgetAmounts spent = new BudgetAmounts(Money.ZERO, now, 0);
        tell(
                listener,
                new BudgetExceeded(
                        call == null ? "" : call.id(),
                        call == null ? "" : call.runId(),
                        NAME,
                        NAME,
                        Budget.ALL,
                        RefusalReason.TOKENS,
                        limits,
                        spent));
        throw new BudgetExceededException(NAME, NAME, Budget.ALL, RefusalReason.TOKENS, limits, spent);
    }

    private static void tell(EventListener listener, BudgetExceeded event) {
        try {
            listener.on(event);
        } catch (Throwable failure) {
            log.warn(
                    "An event listener failed on '{}'; the call is refused all the same",
                    event.name(),
                    ErrorTrace.of(failure));
        }
    }

    /**
     * A middleware that lets no call through when nothing is left, and counts every physical request of those it lets through, failed ones
     * that are billed included.
     */
    public ChatMiddleware middleware() {
        TokenBudgetHook hook = new TokenBudgetHook(this);
        return (call, next) -> {
            require(call.environment().listener(), call);
            return next.call(call.withHook(hook));
        };
    }

    @Override
    public String toString() {
        return "TokenBudget[%d of %d used]".formatted(used(), limit);
    }
}
