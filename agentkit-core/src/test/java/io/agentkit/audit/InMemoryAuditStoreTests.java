package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.AuditStoreContract;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InMemoryAuditStoreTests extends AuditStoreContract {

    @Override
    protected AuditStore store() {
        return new InMemoryAuditStore();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 100})
    void forgetsTheOldestWhenItIsFull(int capacity) {
        AuditStore store = new InMemoryAuditStore(capacity);
        IntStream.rangeClosed(1, 200).forEach(i -> store.append(outcome(i, AuditDecision.EXECUTED)));

        assertThat(store.find(AuditFilter.ALL, null, 1_000).records()).hasSize(capacity);
        assertThat(store.find("r200")).isNotEmpty();
        assertThat(store.find("r" + (201 - capacity))).isNotEmpty();
        assertThat(store.find("r" + (200 - capacity))).isEmpty();
        assertThat(store.verify().isIntact()).isTrue();
    }

    @Test
    void refusesToHoldNothing() {
        assertThatThrownBy(() -> new InMemoryAuditStore(0)).hasMessage("'capacity' must be at least 1 (was 0)");
    }
}
