package io.agentkit.spend;

import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.Correction;
import io.agentkit.Outcome;
import io.agentkit.RequestHook;
import io.agentkit.Use;
import io.agentkit.store.RunLedger;
import io.agentkit.time.Ids;
import org.jspecify.annotations.Nullable;

/** Keeps runs to their limits also when another process goes on with them: turns, and what the budgets of runs count. */
final class RunMeterHook implements RequestHook {

    private final RequestHook budgets;
    private final RunTurns turns;
    private final RunBooks books;
    private final ResumedRuns resumed;

    /** @param meter keeps the budgets */
    RunMeterHook(RequestHook meter, Budgets budgets, RunLedger ledger, @Nullable Integer maxTurns) {
        this.budgets = meter;
        String writer = Ids.process().next();
        this.turns = new RunTurns(ledger, writer, maxTurns);
        this.books = new RunBooks(ledger, writer);
        this.resumed = new ResumedRuns(budgets);
    }

    @Override
    public void await(Attempt<?> attempt) {
        if (attempt.call().isGrouped()) {
            books.catchUp();
            resumed.charge(attempt.call());
        }
        budgets.await(attempt);
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        if (!attempt.call().isGrouped()) {
            budgets.reserve(attempt);
            return;
        }
        turns.take(attempt);
        try {
            budgets.reserve(attempt);
        } catch (Throwable refusal) {
            turns.giveBack(attempt);
            throw refusal;
        }
    }

    @Override
    public void sending(Attempt<?> attempt) {
        budgets.sending(attempt);
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        try {
            budgets.after(attempt, outcome);
        } finally {
            if (outcome.status() == Outcome.Status.NOT_SENT) {
                turns.giveBack(attempt);
            } else {
                books.book(attempt, outcome);
            }
        }
    }

    @Override
    public void used(Attempt<?> attempt, Outcome outcome, Use use) {
        budgets.used(attempt, outcome, use);
    }

    @Override
    public void answeredElsewhere(Call<?> call, Object answer) {
        budgets.answeredElsewhere(call, answer);
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        try {
            budgets.late(attempt, correction);
        } finally {
            books.correct(attempt, correction);
        }
    }
}
