package io.agentkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.RunTotals;
import io.agentkit.test.FakeTime;
import io.agentkit.test.RunLedgerContract;
import org.junit.jupiter.api.Test;

class InMemoryRunLedgerTests extends RunLedgerContract {

    @Override
    protected RunLedger ledger() {
        return new InMemoryRunLedger(new FakeTime());
    }

    @Test
    void forgetsTheRunThatWasUsedLongestAgo() {
        RunLedger ledger = new InMemoryRunLedger(new FakeTime(), 2);
        ledger.add("first", "1", RunTotals.turns(1));
        ledger.add("second", "1", RunTotals.turns(2));
        ledger.add("first", "2", RunTotals.turns(1));

        ledger.add("third", "1", RunTotals.turns(3));

        assertThat(ledger.find("second")).isNull();
        assertThat(ledger.find("first")).isEqualTo(RunTotals.turns(2));
        assertThat(ledger.find("third")).isEqualTo(RunTotals.turns(3));
    }

    @Test
    void needsRoomForARun() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InMemoryRunLedger(new FakeTime(), 0));
    }
}
