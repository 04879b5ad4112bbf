package io.agentkit.store;

import io.agentkit.money.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was used of budgets. Thread-safe. Each method is one step over all budgets that a request draws on: nobody sees a half of it.
 *
 * <p>What was reserved in a window is settled in that window, also when the next one has begun meanwhile.
 *
 * <p>A store that cannot do its work throws an {@link io.agentkit.AgentKitException} of kind {@code STORE}.
 */
public interface BudgetStore {

    /** An empty hold on the budgets, for this store. It needs nothing until it is told what. */
    BudgetHold hold(BudgetLevels levels);

    /**
     * Reserves what the request needs in all budgets, or nothing in any. An untouched budget gives all it has to a need of which enough is
     * only assumed; the hold tells then what it got.
     *
     * @return null when all took it; otherwise the first that did not, where it was counted as refused
     */
    @Nullable
    BudgetRefusal reserve(BudgetHold hold);

    /**
     * Gives back what was reserved and books what was used in its place. Books all of it, also what goes over a limit, and also when the
     * lease is over and nothing is reserved any more.
     *
     * @param usd money; 0 for a request that does not count
     * @return the thresholds that are reached now and were not before; mostly none
     */
    List<BudgetThreshold> settle(BudgetHold hold, Money usd, long tokens, long calls);

    /**
     * Books a difference after the request was settled.
     *
     * @return as {@link #settle}
     */
    List<BudgetThreshold> correct(BudgetHold hold, Money usd, long tokens, long calls);

    /** The store's clock, which windows go by. */
    Instant now();

    /** What the key has used; null when it never was used, or not in this window. */
    @Nullable
    BudgetState find(BudgetKey key);

    /**
     * The windows of the key that are over, newest first, as far as they are kept. What was still reserved when one ended is among what was
     * used once it is settled.
     *
     * @param size most windows to return, at least 1
     */
    List<BudgetState> history(BudgetKey key, int size);

    /**
     * Keys of a budget in the order of their values.
     *
     * @param after the value after which to start; null for the first page
     * @param size most keys to return, at least 1
     */
    List<BudgetState> page(String budget, @Nullable String after, int size);

    /**
     * The keys of a budget that have used the largest share of a limit, these first; by their values where that is equal.
     *
     * @param limits what each may use
     * @param size most keys to return, at least 1
     */
    List<BudgetState> fullest(String budget, BudgetLimits limits, int size);

    /** How many keys of the budget have been used. */
    long count(String budget);

    /** Forgets what the key has used; what is reserved for requests under way stays so. */
    void reset(BudgetKey key);

    /** As {@link #reset(BudgetKey)}, for all keys of the budget. */
    void resetAll(String budget);
}
