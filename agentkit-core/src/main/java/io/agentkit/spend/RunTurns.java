package io.agentkit.spend;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Attribute;
import io.agentkit.Call;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.RunTotals;
import io.agentkit.store.RunLedger;
import org.jspecify.annotations.Nullable;

/** Counts the calls of models that runs make, each once however many requests it sends. Thread-safe. */
final class RunTurns {

    private static final RunTotals ONE = RunTotals.turns(1);

    private static final RunTotals ONE_LESS = RunTotals.turns(-1);

    private static final Attribute<CallTurn> TURN = Attribute.of("turn", CallTurn.class);

    private final @Nullable RunLedger ledger;

    private final String writer;

    private final @Nullable Integer maxTurns;

    /**
     * @param ledger where turns are written down; null to count them on the runs of this process
     * @param writer tells entries from those of other processes, whose calls may have the same ids
     * @param maxTurns most turns of a run; null for any number
     */
    RunTurns(@Nullable RunLedger ledger, String writer, @Nullable Integer maxTurns) {
        this.ledger = ledger;
        this.writer = writer;
        this.maxTurns = maxTurns;
    }

    /**
     * Takes the turn of the request's call; requests of one call take it together, and what middlewares ask takes none.
     *
     * @throws AgentKitException of kind {@code MAX_TURNS} when the run has none left; the turn is not taken then
     */
    void take(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        if (call.run().isNamed() && call.purpose() == null) {
            CallTurn turn = call.meta().computeIfAbsent(TURN, CallTurn::new);
            turn.take(call);
            attempt.attach(this, turn);
        }
    }

    /** The request is on its way: the call keeps its turn. */
    void sending(Attempt<?> attempt) {
        if (attempt.attached(this) instanceof CallTurn turn) {
            turn.sent();
        }
    }

    /** The request was refused. A call that has sent one keeps its turn. */
    void giveBack(Attempt<?> attempt) {
        if (attempt.detach(this) instanceof CallTurn turn) {
            turn.giveBack(attempt.call());
        }
    }

    /** The turn of one call. */
    private final class CallTurn {

        /** Requests that were let through and not refused by anybody else. */
        private int requests;

        private boolean sent;

        /** How often it was given back, so that the next one has another name in the ledger. */
        private int backs;

        synchronized void take(Call<?> call) {
            if (requests == 0 && !sent) {
                take(call, add(call, "turn", ONE));
            }
            requests++;
        }

        private void take(Call<?> call, long turns) {
            if (maxTurns != null && turns > maxTurns) {
                undo(call);
                if (call.isListening()) {
                    call.emit(new MaxTurnsReached(call.id(), call.runId(), maxTurns));
                }
                throw new AgentKitException(
                        ErrorKind.MAX_TURNS,
                        "The run has asked models %d times, and may not once more".formatted(maxTurns));
            }
        }

        synchronized void sent() {
            sent = true;
        }

        synchronized void giveBack(Call<?> call) {
            requests--;
            if (requests == 0 && !sent) {
                undo(call);
            }
        }

        private void undo(Call<?> call) {
            add(call, "back", ONE_LESS);
            backs++;
        }

        private long add(Call<?> call, String what, RunTotals more) {
            Run run = call.run();
            if (ledger == null) {
                return run.addTurns(more.turns());
            }
            String entry = writer + '/' + call.id() + '/' + what + backs;
            return ledger.add(run.id(), entry, more).turns();
        }
    }
}
