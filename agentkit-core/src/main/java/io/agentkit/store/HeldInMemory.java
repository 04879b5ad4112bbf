package io.agentkit.store;

import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/** What a hold has reserved where. Guarded by the store's lock. */
final class HeldInMemory {

    private static final long ONE_CALL = 1;

    final @Nullable BudgetAccount[] accounts;
    private final int[] windows;
    private final Money[] usd;
    private final long[] tokens;
    boolean open;

    HeldInMemory(int levels) {
        accounts = new BudgetAccount[levels];
        windows = new int[levels];
        usd = new Money[levels];
        tokens = new long[levels];
    }

    void take(int i, BudgetAccount account, BudgetLevel level, BudgetNeed need) {
        Money money = account.usdToReserve(level, need);
        long count = account.tokensToReserve(level, need);
        account.reserve(money, count, ONE_CALL);
        windows[i] = account.windowNumber;
        usd[i] = money;
        tokens[i] = count;
    }

    /** Gives back; without effect where the window is over, which took the reservation with it. */
    void giveBack(int i, BudgetAccount account) {
        if (windows[i] == account.windowNumber) {
            account.giveBack(usd[i], tokens[i], ONE_CALL);
        }
    }

    /** Books in the window in which it was reserved: what belongs to one that is over is no longer asked for. */
    void book(int i, BudgetAccount account, BudgetAmounts used) {
        if (windows[i] == account.windowNumber) {
            account.book(used);
        }
    }
}
