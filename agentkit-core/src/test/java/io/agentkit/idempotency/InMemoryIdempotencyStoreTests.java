package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.test.FakeTime;
import io.agentkit.test.IdempotencyStoreContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryIdempotencyStoreTests extends IdempotencyStoreContract {

    private final FakeTime time = new FakeTime();

    @Override
    protected IdempotencyStore emptyStore() {
        return new InMemoryIdempotencyStore(time);
    }

    private static ToolCallMark call(String key) {
        return new ToolCallMark(key, "one", "arguments", "charge_card", "run-1");
    }

    @Test
    void believesInAHolderUntilItsLeaseIsOver() {
        IdempotencyStore store = emptyStore();
        store.claim(call("key"), LEASE);
        time.advance(LEASE.minusNanos(1));

        assertThat(store.counts().busy()).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(store.counts().unknown()).isEqualTo(1);
    }

    @Test // TC-504
    void forgetsAResultWhenItsTimeIsOver() {
        IdempotencyStore store = emptyStore();
        store.claim(call("key"), LEASE);
        store.complete("key", "one", "paid", Duration.ofSeconds(10));
        time.advance(Duration.ofMillis(9_999));

        assertThat(store.claim(call("key"), LEASE)).isEqualTo(new Claim.Done("paid"));
        time.advance(Duration.ofMillis(1));
        assertThat(store.claim(call("key"), LEASE)).isEqualTo(new Claim.Held());
    }

    @Test
    void knowsACallWhoseResultIsTooMuchToKeep() {
        IdempotencyStore store = emptyStore();
        String large = "x".repeat(40_000_000);
        for (String key : new String[] {"a", "b"}) {
            store.claim(call(key), LEASE);
            store.complete(key, "one", large, KEEP);
        }

        assertThat(store.claim(call("a"), LEASE)).isEqualTo(new Claim.Done(null));
        assertThat(store.claim(call("b"), LEASE)).isEqualTo(new Claim.Done(large));
    }

    @Test
    void forgetsWhatWasMadeLongestAgo() {
        IdempotencyStore store = new InMemoryIdempotencyStore(time, 2);
        for (String key : new String[] {"a", "b", "c"}) {
            store.claim(call(key), LEASE);
            store.complete(key, "one", "paid", KEEP);
        }

        assertThat(store.claim(call("c"), LEASE)).isEqualTo(new Claim.Done("paid"));
        assertThat(store.claim(call("b"), LEASE)).isEqualTo(new Claim.Done("paid"));
        assertThat(store.claim(call("a"), LEASE)).isEqualTo(new Claim.Held());
    }

    @Test
    void refusesCallsWhenAllItKnowsMustNotBeForgotten() {
        IdempotencyStore store = new InMemoryIdempotencyStore(time, 2);
        store.claim(call("a"), LEASE);
        store.claim(call("b"), Duration.ZERO);

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> store.claim(call("c"), LEASE))
                .withMessage(
                        "All 2 places for tool calls are taken by calls that are being made or whose outcome is unknown")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.STORE));
    }

    @Test
    void refusesACapacityOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InMemoryIdempotencyStore(time, 0))
                .withMessage("'capacity' must be at least 1 (was 0)");
    }
}
