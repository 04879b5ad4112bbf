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
    private final @Nullable RunTurns turns;
    private final @Nullable RunBooks books;
    private final ResumedRuns resumed;

    /**
     * @param meter keeps the budgets
     * @param ledger where what runs use is written down; null when runs end with their process, which knows it without
     */
    RunMeterHook(RequestHook meter, Budgets budgets, @Nullable RunLedger ledger, @Nullable Integer maxTurns) {
        this.budgets = meter;
        String writer = Ids.process().next();
        this.turns = ledger == null && maxTurns == null ? null : new RunTurns(ledger, writer, maxTurns);
        this.books = ledger == null ? null : new RunBooks(ledger, writer);
        this.resumed = new ResumedRuns(budgets);
    }

    @Override
    public void await(Attempt<?> attempt) {
        if (attempt.call().isGrouped()) {
            if (books != null) {
                books.catchUp();
            }
            resumed.charge(attempt.call());
        }
        budgets.await(attempt);
    }

    @Override
    public void reserve(Attempt<?> attempt) {
        if (turns == null || !attempt.call().isGrouped()) {
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
        if (turns != null) {
            turns.sending(attempt);
        }
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        try {
            budgets.after(attempt, outcome);
        } finally {
            if (outcome.status() != Outcome.Status.NOT_SENT) {
                if (books != null) {
                    books.book(attempt, outcome);
                }
            } else if (turns != null) {
                turns.giveBack(attempt);
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
            if (books != null) {
                books.correct(attempt, correction);
            }
        }
    }
}
