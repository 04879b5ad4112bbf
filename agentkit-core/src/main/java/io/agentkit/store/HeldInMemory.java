package io.agentkit.store;

import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What a hold has reserved where. Guarded by the store's lock. Mostly all levels reserve the same in windows that do not end meanwhile, so
 * what differs is noted apart.
 */
final class HeldInMemory {

    private static final long ONE_CALL = 1;

    final @Nullable BudgetAccount[] accounts;
    private Money usd = Money.ZERO;
    private long tokens;
    private int @Nullable [] windows;
    private @Nullable Amounts @Nullable [] others;
    boolean open;

    private record Amounts(Money usd, long tokens) {}

    HeldInMemory(int levels) {
        accounts = new BudgetAccount[levels];
    }

    void take(int i, BudgetAccount account, BudgetLevel level, BudgetNeed need) {
        Money money = account.usdToReserve(level, need);
        long count = account.tokensToReserve(level, need);
        account.reserve(money, count, ONE_CALL);
        noteWindow(i, account);
        noteAmounts(i, money, count);
    }

    private void noteWindow(int i, BudgetAccount account) {
        if (windows == null && account.windowNumber != 0) {
            windows = new int[accounts.length];
        }
        if (windows != null) {
            windows[i] = account.windowNumber;
        }
    }

    private void noteAmounts(int i, Money money, long count) {
        if (i == 0) {
            usd = money;
            tokens = count;
            others = null;
        } else if (count != tokens || !money.equals(usd)) {
            if (others == null) {
                others = new Amounts[accounts.length];
            }
            others[i] = new Amounts(money, count);
        }
    }

    /** Settles in the window that reserved: one that is over took the reservation with it and is no longer asked for. */
    void settle(int i, BudgetAccount account, BudgetAmounts used) {
        if (!isSameWindow(i, account)) {
            return;
        }
        Amounts other = others == null ? null : others[i];
        if (other == null) {
            account.settle(usd, tokens, ONE_CALL, used);
        } else {
            account.settle(other.usd(), other.tokens(), ONE_CALL, used);
        }
    }

    /** Books a difference in the same window. */
    void book(int i, BudgetAccount account, BudgetAmounts used) {
        if (isSameWindow(i, account)) {
            account.book(used);
        }
    }

    private boolean isSameWindow(int i, BudgetAccount account) {
        return account.windowNumber == (windows == null ? 0 : windows[i]);
    }
}
