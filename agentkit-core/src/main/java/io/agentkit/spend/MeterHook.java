package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetRefusal;
import io.agentkit.tool.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reserves in all budgets that apply before a request is sent, and settles however it ends. */
final class MeterHook implements RequestHook {

    private final Budgets budgets;

    private final Expectation expectation;

    MeterHook(Budgets budgets, Expectation expectation) {
        this.budgets = budgets;
        this.expectation = expectation;
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        BudgetLevels levels = levels(attempt);
        if (levels.size() == 0) {
            return;
        }
        BudgetHold hold = budgets.store().hold(levels);
        expectation.reckon(attempt, hold);
        BudgetRefusal refusal = budgets.store().reserve(hold);
        if (refusal != null) {
            throw refused(call, refusal);
        }
        attempt.attach(this, hold);
        if (call.wants(BudgetReserved.class)) {
            call.emit(new BudgetReserved(call.id(), attempt.number(), levels.asList(), hold.need()));
        }
    }

    /** Those of models are the same for all requests of a run, until a limit changes. */
    private BudgetLevels levels(Attempt<?> attempt) {
        if (attempt.request() instanceof ToolRequest tool) {
            return levels(attempt.call(), budgets.forTool(tool.name()));
        }
        Run run = attempt.call().run();
        Object version = budgets.version();
        if (run.kept(this) instanceof Drawn drawn && drawn.version() == version) {
            return drawn.levels();
        }
        Drawn drawn = new Drawn(version, levels(attempt.call(), budgets.forModels()));
        run.keep(this, drawn);
        return drawn.levels();
    }

    private static BudgetLevels levels(Call<?> call, List<Budget> applying) {
        List<BudgetLevel> levels = new ArrayList<>(applying.size());
        for (Budget budget : applying) {
            BudgetLevel level = budget.level(call);
            if (level != null) {
                levels.add(level);
            } else if (budget.spec.whenMissing() == WhenMissing.REFUSE) {
                throw refused(
                        call, budget, Budget.NONE, RefusalReason.MISSING_SCOPE, budget.limits(), BudgetAmounts.NONE);
            }
        }
        return new BudgetLevels(levels);
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
        if (!(attempt.attached(this) instanceof BudgetHold hold)) {
            return;
        }
        Usage usage = outcome.usage();
        if (usage != null && outcome.status() != Outcome.Status.NOT_SENT) {
            budgets.store().settle(hold, orZero(outcome.usd()), usage.total(), 1);
        } else {
            budgets.store().settle(hold, Money.ZERO, 0, isCounted(attempt, outcome) ? 1 : 0);
        }
    }

    /** A tool that failed may have worked all the same, so its call counts. */
    private static boolean isCounted(Attempt<?> attempt, Outcome outcome) {
        return outcome.status() != Outcome.Status.NOT_SENT
                && (outcome.isCounted() || attempt.request() instanceof ToolRequest);
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        if (attempt.attached(this) instanceof BudgetHold hold) {
            Money usd = orZero(correction.actualUsd()).minus(orZero(correction.bookedUsd()));
            long tokens = correction.actual().total() - correction.booked().total();
            budgets.store().correct(hold, usd, tokens, correction.counted() ? 0 : 1);
        }
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }
}
