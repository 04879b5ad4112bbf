package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetHold;
import io.agentkit.store.BudgetKey;
import io.agentkit.store.BudgetLevel;
import io.agentkit.store.BudgetLevels;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.BudgetNeed;
import io.agentkit.store.BudgetRefusal;
import io.agentkit.store.BudgetState;
import io.agentkit.store.BudgetThreshold;
import io.agentkit.tool.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reserves in all budgets that apply before a request is sent, and settles however it ends. */
final class MeterHook implements RequestHook {

    private final Budgets budgets;

    private final Expectation expectation;

    private final HardExpectation hardExpectation;

    MeterHook(Budgets budgets, Expectation expectation) {
        this.budgets = budgets;
        this.expectation = expectation;
        this.hardExpectation = new HardExpectation(budgets.store(), expectation);
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        Drawn drawn = drawn(attempt);
        if (drawn.levels().size() == 0) {
            return;
        }
        BudgetHold hold = budgets.store().hold(drawn.levels());
        HardRules hard = drawn.hard();
        ChatRequest bounded = hard != null && attempt.request() instanceof ChatRequest chat ? chat : null;
        if (hard != null && bounded != null) {
            requireBounded(call, bounded, hard, drawn.levels());
            hardExpectation.reckon(attempt, bounded, hold, hard.minOutput());
        } else {
            expectation.reckon(attempt, hold);
        }
        BudgetRefusal refusal = budgets.store().reserve(hold);
        if (refusal != null) {
            throw refused(call, refusal);
        }
        if (bounded != null) {
            limitOutput(attempt, bounded, hold);
        }
        attempt.attach(this, hold);
        if (call.wants(BudgetReserved.class)) {
            call.emit(new BudgetReserved(
                    call.id(), attempt.number(), drawn.levels().asList(), hold.need()));
        }
    }

    private void limitOutput(Attempt<?> attempt, ChatRequest request, BudgetHold hold) {
        BudgetNeed.Output output = hold.need().output();
        if (output == null) {
            return;
        }
        try {
            attempt.limitOutput((int) Math.min(Integer.MAX_VALUE, output.tokens() / request.choiceCount()));
        } catch (Throwable failure) {
            // Options of a framework's own may refuse. A hook that throws here is not told of the end.
            budgets.store().settle(hold, Money.ZERO, 0, 0);
            throw failure;
        }
    }

    /** Those of models are the same for all requests of a run, until a limit changes. */
    private Drawn drawn(Attempt<?> attempt) {
        Object version = budgets.version();
        if (attempt.request() instanceof ToolRequest tool) {
            return drawn(attempt.call(), budgets.forTool(tool.name()), version);
        }
        Run run = attempt.call().run();
        if (run.kept(this) instanceof Drawn drawn && drawn.version() == version) {
            return drawn;
        }
        Drawn drawn = drawn(attempt.call(), budgets.forModels(), version);
        run.keep(this, drawn);
        return drawn;
    }

    /** What nobody can say the price of beforehand may pass only where a budget names it. */
    private void requireBounded(Call<?> call, ChatRequest request, HardRules hard, BudgetLevels levels) {
        boolean media = PromptBound.hasMedia(request) && !hard.allowed().contains(Unbounded.MEDIA);
        boolean hosted = request.hasHostedTools() && !hard.allowed().contains(Unbounded.HOSTED_TOOLS);
        if (media || hosted) {
            Unbounded part = media ? Unbounded.MEDIA : Unbounded.HOSTED_TOOLS;
            BudgetKey key = levels.asList().stream()
                    .map(BudgetLevel::key)
                    .filter(each -> forbids(budgets.get(each.budget()).spec, part))
                    .findFirst()
                    .orElseThrow();
            Budget budget = budgets.get(key.budget());
            throw refused(call, budget, key.value(), RefusalReason.UNBOUNDED, budget.limits(), BudgetAmounts.NONE);
        }
    }

    private static boolean forbids(BudgetSpec spec, Unbounded part) {
        return spec.enforcement() == Enforcement.HARD && !spec.allowUnbounded().contains(part);
    }

    private static Drawn drawn(Call<?> call, List<Budget> applying, Object version) {
        List<BudgetLevel> levels = new ArrayList<>(applying.size());
        HardRules hard = null;
        for (Budget budget : applying) {
            BudgetLevel level = budget.level(call);
            if (level != null) {
                levels.add(level);
                hard = HardRules.with(hard, budget.spec);
            } else if (budget.spec.whenMissing() == WhenMissing.REFUSE) {
                throw refused(
                        call, budget, Budget.NONE, RefusalReason.MISSING_SCOPE, budget.limits(), BudgetAmounts.NONE);
            }
        }
        return new Drawn(version, new BudgetLevels(levels), hard);
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
        Usage usage = outcome.usage();
        if (attempt.attached(this) instanceof BudgetHold hold) {
            settle(attempt, hold, outcome);
        }
        // After settling: whatever goes wrong here must not keep money held.
        if (usage != null
                && outcome.status() == Outcome.Status.SUCCEEDED
                && attempt.request() instanceof ChatRequest request) {
            expectation.learn(request, usage.output());
        }
    }

    private void settle(Attempt<?> attempt, BudgetHold hold, Outcome outcome) {
        Usage usage = outcome.usage();
        if (usage != null && outcome.status() != Outcome.Status.NOT_SENT) {
            tell(attempt, budgets.store().settle(hold, orZero(outcome.usd()), usage.total(), 1));
        } else {
            tell(attempt, budgets.store().settle(hold, Money.ZERO, 0, isCounted(attempt, outcome) ? 1 : 0));
        }
    }

    private void tell(Attempt<?> attempt, List<BudgetThreshold> crossed) {
        for (int i = 0; i < crossed.size(); i++) {
            BudgetThreshold threshold = crossed.get(i);
            Call<?> call = attempt.call();
            BudgetState state = threshold.state();
            String name = state.key().budget();
            call.emit(new BudgetThresholdReached(
                    call.id(),
                    call.runId(),
                    name,
                    budgets.get(name).spec.scope(),
                    state.key().value(),
                    threshold.percent(),
                    state.windowStart(),
                    state.windowEnd(),
                    threshold.level().limits(),
                    state.spent()));
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
            tell(attempt, budgets.store().correct(hold, usd, tokens, correction.counted() ? 0 : 1));
        }
    }

    private static Money orZero(@Nullable Money usd) {
        return usd == null ? Money.ZERO : usd;
    }
}
