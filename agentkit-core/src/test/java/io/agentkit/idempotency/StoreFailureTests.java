package io.agentkit.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.test.ChainHarness;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import org.junit.jupiter.api.Test;

class StoreFailureTests {

    private final ChainHarness harness = ChainHarness.create();

    private final CuttableStore store = new CuttableStore(new InMemoryIdempotencyStore(harness.time));

    private void idempotent(IdempotentSpec spec) {
        harness.addTool("idempotent", spec.toolMiddleware(harness.resources(store)));
    }

    private ToolResult call() {
        ToolFacts facts = new ToolFacts("charge_card", ToolSafety.SIDE_EFFECT);
        return harness.toolHandler()
                .call(ToolRequest.of(facts, "call_1", "run-1:1:0:call_1:charge_card", "{\"card\":\"4111\"}"));
    }

    @Test
    void callsNoToolWhenTheStoreIsDown() {
        idempotent(IdempotentSpec.defaults());
        store.cut();

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(this::call)
                .withMessage(
                        "Tool 'charge_card' was not called: the store cannot say whether this call was made before")
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(ErrorKind.STORE));
        assertThat(harness.tool.calls()).isZero();
    }

    @Test
    void callsTheToolAllTheSameWhereTheSettingsSaySo() {
        idempotent(IdempotentSpec.defaults().withWhenStoreFails(WhenStoreFails.RUN));
        store.cut();

        assertThat(call()).isEqualTo(ToolResult.of("done"));
        assertThat(call()).isEqualTo(ToolResult.of("done"));
        assertThat(harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void leavesNoMarkOfACallThatIsNotMade() {
        idempotent(IdempotentSpec.defaults());
        store.losesClaim();
        assertThatExceptionOfType(AgentKitException.class).isThrownBy(this::call);

        assertThat(call().text()).isEqualTo("done");
        assertThat(harness.tool.calls()).isEqualTo(1);
    }

    @Test
    void returnsAResultThatTheStoreDidNotTake() {
        idempotent(IdempotentSpec.defaults());
        harness.tool.run(attempt -> {
            store.cut();
            return ToolResult.of("paid");
        });

        assertThat(call().text()).isEqualTo("paid");
    }

    @Test
    void throwsWhatTheToolThrewWhenTheStoreDoesNotTakeThat() {
        idempotent(IdempotentSpec.defaults());
        harness.tool.run(attempt -> {
            store.cut();
            throw new IllegalStateException("declined");
        });

        assertThatThrownBy(this::call).hasMessage("declined");
    }

    @Test
    void saysWhatBecameOfACallOnAThreadThatWasInterrupted() {
        idempotent(IdempotentSpec.defaults());
        harness.tool.run(attempt -> {
            Thread.currentThread().interrupt();
            return ToolResult.of("paid");
        });

        assertThat(call().text()).isEqualTo("paid");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.counts().done()).isEqualTo(1);
    }
}
