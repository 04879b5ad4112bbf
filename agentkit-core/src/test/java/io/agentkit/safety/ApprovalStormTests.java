package io.agentkit.safety;

import static io.agentkit.safety.ApprovalHarness.message;
import static io.agentkit.safety.ApprovalHarness.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.BlockedException;
import io.agentkit.test.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** People and calls that get into each other's way. */
class ApprovalStormTests {

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    void ofTwoPeopleWhoDecideAtOnceOneDecides() throws Exception {
        ApprovalHarness harness = new ApprovalHarness(waiting());
        for (int round = 0; round < 200; round++) {
            int callsBefore = harness.chain.tool.calls();
            CompletableFuture<String> call = harness.calling("run " + round, "call_1", "{}");
            String id = harness.next();
            CyclicBarrier barrier = new CyclicBarrier(2);
            CompletableFuture<Boolean> approving = OwnThread.supply(() -> {
                meet(barrier);
                return harness.approvals.approve(id, "ann", "");
            });
            meet(barrier);
            boolean denied = harness.approvals.deny(id, "bob", "no");

            assertThat(approving.join()).isNotEqualTo(denied);
            assertThat(message(call))
                    .isEqualTo(denied ? "Tool 'charge' was not called: denied by bob: no" : "result done");
            assertThat(harness.chain.tool.calls() - callsBefore).isEqualTo(denied ? 0 : 1);
        }
    }

    @Test
    void oneApprovalLetsOneOfManyEqualCallsThrough() {
        ApprovalHarness harness = new ApprovalHarness(ApprovalSpec.defaults());
        ApprovalPendingException pending =
                catchThrowableOfType(ApprovalPendingException.class, () -> harness.call("run", "call_1", "{}"));
        harness.approvals.approve(pending.approvalId(), "ann", "");
        AtomicInteger refused = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(16);

        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            String callId = "call_" + i;
            calls.add(OwnThread.run(() -> {
                meet(barrier);
                try {
                    harness.call("run", callId, "{}");
                } catch (ApprovalPendingException again) {
                    refused.incrementAndGet();
                }
            }));
        }
        calls.forEach(CompletableFuture::join);

        assertThat(harness.chain.tool.calls()).isOne();
        assertThat(refused).hasValue(15);
    }

    @Test
    void manyPendingCallsAreBoundedAndEachIsDecidedForItself() {
        int most = 10_000;
        ApprovalHarness harness = new ApprovalHarness(most, ApprovalSpec.defaults());
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < most; i++) {
            String arguments = "{\"n\":%d}".formatted(i);
            ids.add(catchThrowableOfType(ApprovalPendingException.class, () -> harness.call("run", "call_1", arguments))
                    .approvalId());
        }
        assertThat(ids).hasSize(most).allMatch(id -> id.length() >= 20);
        assertThat(harness.approvals.pending()).isEqualTo(most);
        assertThatThrownBy(() -> harness.call("run", "call_1", "{}"))
                .isInstanceOf(BlockedException.class)
                .hasMessage("Tool 'charge' was not called: too many calls wait for approval");

        List<Approval> oldest = harness.approvals.pending(null, 2);
        harness.approvals.approve(oldest.get(1).id(), "ann", "");

        assertThat(harness.call("run", "call_1", "{\"n\":1}")).isEqualTo("done");
        assertThatThrownBy(() -> harness.call("run", "call_1", "{\"n\":2}"))
                .isInstanceOf(ApprovalPendingException.class);
        harness.chain.time.advance(Duration.ofHours(2));
        assertThat(harness.approvals.pending()).isZero();
        assertThat(harness.approvals.find(oldest.get(0).id()).state()).isEqualTo(ApprovalState.EXPIRED);
        harness.chain.time.advance(Duration.ofHours(2));
        assertThat(harness.approvals.find(oldest.get(0).id())).as("forgotten").isNull();
        assertThat(harness.chain.tool.calls()).isOne();
    }

    @Test
    void anApproverDecidesWithoutPeopleAndFailsClosed() {
        Approver approver = request -> switch (request.toolCallId()) {
            case "small" -> new ApprovalDecision.Approved("rules");
            case "large" -> new ApprovalDecision.Denied("rules", "too large");
            case "null" -> null;
            case "people" -> new ApprovalDecision.Pending();
            default -> throw new IllegalStateException("secret");
        };
        ApprovalHarness harness = new ApprovalHarness(ApprovalSpec.defaults(), approver);

        assertThat(harness.call("run", "small", "{}")).isEqualTo("done");
        assertThatThrownBy(() -> harness.call("run", "large", "{\"a\":1}"))
                .hasMessage("Tool 'charge' was not called: denied by rules: too large");
        assertThatThrownBy(() -> harness.call("run", "null", "{}"))
                .hasMessage("Tool 'charge' was not called: it could not be approved");
        assertThatThrownBy(() -> harness.call("run", "broken", "{}"))
                .isInstanceOf(BlockedException.class)
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> harness.call("run", "people", "{}")).isInstanceOf(ApprovalPendingException.class);
        assertThat(harness.chain.tool.calls()).isOne();
        assertThat(harness.chain.events.of(ApprovalDecided.class)).hasSize(2);
    }

    @Test
    void aListenerThatFailsChangesNothing() {
        ApprovalHarness harness = new ApprovalHarness(waiting());
        harness.whenAsked(id -> {
            harness.approvals.approve(id, "ann", "");
            throw new IllegalStateException("listener");
        });

        assertThat(harness.call("run", "call_1", "{}")).isEqualTo("done");
    }
}
