package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetRefusal;
import io.agentkit.tool.ToolRequest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reserves in all budgets that apply before a request is sent, and settles however it ends. */
final class MeterHook implements RequestHook {

    private static final BudgetAmounts ONE_CALL = new BudgetAmounts(Money.ZERO, 0, 1);

    private final Budgets budgets;

    private final Expectation expectation;

    MeterHook(Budgets budgets, Expectation expectation) {
        this.budgets = budgets;
        this.expectation = expectation;
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        List<Budget> applying = applying(attempt);
        if (applying.isEmpty()) {
            return;
        }
        List<BudgetLevel> levels = levels(attempt.call(), applying);
        if (levels.isEmpty()) {
            return;
        }
        BudgetNeed need = expectation.need(attempt, applying);
        BudgetHold hold = new BudgetHold(levels, need);
        BudgetRefusal refusal = budgets.store().reserve(hold);
        if (refusal != null) {
            throw refused(attempt.call(), refusal);
        }
        attempt.attach(this, hold);
        if (attempt.call().wants(BudgetReserved.class)) {
            attempt.call().emit(new BudgetReserved(attempt.call().id(), attempt.number(), levels, need));
        }
    }

    private List<Budget> applying(Attempt<?> attempt) {
        if (!(attempt.request() instanceof ToolRequest tool)) {
            return budgets.forModels();
        }
        List<Budget> all = budgets.forTools();
        if (all.isEmpty()) {
            return all;
        }
        return all.stream().filter(budget -> budget.countsTool(tool.name())).toList();
    }

    private static List<BudgetLevel> levels(Call<?> call, List<Budget> applying) {
        BudgetLevel[] levels = new BudgetLevel[applying.size()];
        int count = 0;
        for (int i = 0; i < applying.size(); i++) {
            Budget budget = applying.get(i);
            BudgetLevel level = budget.level(call);
            if (level != null) {
                levels[count++] = level;
            } else if (budget.spec.whenMissing() == WhenMissing.REFUSE) {
                throw refused(
                        call, budget, Budget.NONE, RefusalReason.MISSING_SCOPE, budget.limits(), BudgetAmounts.NONE);
            }
        }
        return Arrays.asList(count == levels.length ? levels : Arrays.copyOf(levels, count));
    }

    private BudgetExceededException refused(Call<?> call, BudgetRefusal refusal) {
        BudgetLevel level = refusal.level();
        return refused(
                call,
                budgets.get(level.key().budget()),
                level.key().value(),
                RefusalReason.of(refusal.reason()),
                level.limits(),
                refusal.state().spent());
    }

    private static BudgetExceededException refused(
            Call<?> call, Budget budget, String key, RefusalReason reason, BudgetLimits limit, BudgetAmounts spent) {
        String scope = budget.spec.scope();
        if (call.isListening()) {
            call.emit(
                    reason.isUsedUp(limit, spent)
                            ? new BudgetExceeded(call.id(), call.runId(), budget.name, scope, key, reason, limit, spent)
                            : new BudgetRefused(
                                    call.id(), call.runId(), budget.name, scope, key, reason, limit, spent));
        }
        return new BudgetExceededException(budget.name, scope, key, reason, limit, spent);
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        // Taken away first: a store that fails must not see it settled a second time.
        if (attempt.detach(this) instanceof BudgetHold hold) {
            budgets.store().settle(hold, used(attempt, outcome));
            // The provider's own count may still come.
            attempt.attach(this, hold);
        }
    }

    private static BudgetAmounts used(Attempt<?> attempt, Outcome outcome) {
        if (outcome.status() == Outcome.Status.NOT_SENT) {
            return BudgetAmounts.NONE;
        }
        Usage usage = outcome.usage();
        if (usage == null) {
            // A tool that failed may have worked all the same, so its call counts.
            boolean counted = outcome.isCounted() || attempt.request() instanceof ToolRequest;
            return counted ? ONE_CALL : BudgetAmounts.NONE;
        }
        return new BudgetAmounts(orZero(outcome.usd()), usage.total(), 1);
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        if (attempt.detach(this) instanceof BudgetHold hold) {
            Money usd = orZero(correction.actualUsd()).minus(orZero(correction.bookedUsd()));
            long tokens = correction.actual().total() - correction.booked().total();
            budgets.store().correct(hold, new BudgetAmounts(usd, tokens, correction.counted() ? 0 : 1));
        }
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }
}
