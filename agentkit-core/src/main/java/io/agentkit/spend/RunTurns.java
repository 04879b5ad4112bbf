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

    /** How often the turn of a call was given back, so that the next one has another name in the ledger. */
    private static final Attribute<Integer> GIVEN_BACK = Attribute.of("turns given back", Integer.class);

    /** Whether a call has its turn: a ledger knows no entry for ever. */
    private static final Attribute<Boolean> TAKEN = Attribute.of("turn taken", Boolean.class);

    private final RunLedger ledger;

    private final String writer;

    private final @Nullable Integer maxTurns;

    /**
     * @param writer tells entries from those of other processes, whose calls may have the same ids
     * @param maxTurns most turns of a run; null for any number
     */
    RunTurns(RunLedger ledger, String writer, @Nullable Integer maxTurns) {
        this.ledger = ledger;
        this.writer = writer;
        this.maxTurns = maxTurns;
    }

    /**
     * Takes the turn of the request's call; requests of one call take it together.
     *
     * @throws AgentKitException of kind {@code MAX_TURNS} when the run has none left; the turn is not taken then
     */
    void take(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        Run run = call.run();
        if (!run.isNamed() || isTaken(call)) {
            // Made for this one call, or a further request of it.
            return;
        }
        long turns = ledger.add(run.id(), entry(call, "turn"), ONE).turns();
        call.meta().put(TAKEN, true);
        if (maxTurns != null && turns > maxTurns) {
            giveBack(attempt);
            if (call.isListening()) {
                call.emit(new MaxTurnsReached(call.id(), run.id(), maxTurns));
            }
            throw new AgentKitException(
                    ErrorKind.MAX_TURNS,
                    "The run has asked models %d times, and may not once more".formatted(maxTurns));
        }
    }

    /** The request was refused. A call that has sent one before keeps its turn. */
    void giveBack(Attempt<?> attempt) {
        Call<?> call = attempt.call();
        if (!isTaken(call) || call.meta().requests() > 1) {
            return;
        }
        ledger.add(call.run().id(), entry(call, "back"), ONE_LESS);
        call.meta().put(GIVEN_BACK, backs(call) + 1);
        call.meta().put(TAKEN, false);
    }

    private static boolean isTaken(Call<?> call) {
        return Boolean.TRUE.equals(call.meta().get(TAKEN));
    }

    private String entry(Call<?> call, String what) {
        return writer + '/' + call.id() + '/' + what + backs(call);
    }

    private static int backs(Call<?> call) {
        Integer backs = call.meta().get(GIVEN_BACK);
        return backs == null ? 0 : backs;
    }
}
