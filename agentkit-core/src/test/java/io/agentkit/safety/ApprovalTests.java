package io.agentkit.safety;

import static io.agentkit.safety.ApprovalHarness.CHARGE;
import static io.agentkit.safety.ApprovalHarness.message;
import static io.agentkit.safety.ApprovalHarness.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentkit.BlockedException;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.ToolApproval;
import io.agentkit.resilience.RetrySpec;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ApprovalTests {

    private final ApprovalHarness harness = new ApprovalHarness(waiting());

    private static ApprovalHarness atOnce() {
        return new ApprovalHarness(ApprovalSpec.defaults());
    }

    private static ApprovalPendingException pending(ApprovalHarness harness, String callId, String arguments) {
        return catchThrowableOfType(ApprovalPendingException.class, () -> harness.call("run", callId, arguments));
    }

    @Test
    void aCallThatIsApprovedRuns() {
        harness.whenAsked(
                id -> assertThat(harness.approvals.approve(id, "ann", "")).isTrue());

        assertThat(harness.call("run", "call_1", "{}")).isEqualTo("done");

        assertThat(harness.chain.events.of(ApprovalDecided.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.state()).isEqualTo(ApprovalState.APPROVED);
                    assertThat(event.by()).isEqualTo("ann");
                    assertThat(event.tool()).isEqualTo("charge");
                });
    }

    @Test
    void aCallKnowsWhoApprovedIt() {
        List<ToolApproval> said = new ArrayList<>();
        harness.chain.tool.run(attempt -> {
            said.add(attempt.call().meta().get(ToolApproval.ATTRIBUTE));
            return ToolResult.of("done");
        });
        harness.whenAsked(id -> harness.approvals.approve(id, "ann", ""));

        harness.call("run", "call_1", "{}");

        assertThat(said).containsExactly(new ToolApproval(true, "ann"));
    }

    @Test // TC-306
    void aCallThatIsDeniedDoesNotRunAndSaysWhoDeniedItAndWhy() {
        harness.whenAsked(id -> harness.approvals.deny(id, "ann", "too\n dear\u202e"));

        BlockedException refusal =
                catchThrowableOfType(BlockedException.class, () -> harness.call("run", "call_1", "{}"));

        assertThat(refusal).hasMessage("Tool 'charge' was not called: denied by ann: too dear");
        assertThat(refusal.kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(harness.chain.tool.calls()).isZero();
    }

    @Test
    void aCallWaitsOnItsThreadUntilSomebodyDecides() throws Exception {
        CompletableFuture<String> call = harness.calling("run", "call_1", "{}");
        String id = harness.next();

        assertThat(call).isNotDone();
        harness.approvals.approve(id, "ann", "");

        assertThat(call.join()).isEqualTo("done");
    }

    @Test
    void aCallThatHasWaitedLongEnoughEndsAndCanComeAgain() throws Exception {
        CompletableFuture<String> call = harness.calling("run", "call_1", "{}");
        String id = harness.next();
        while (harness.chain.time.pendingTimers() == 0) {
            Thread.onSpinWait();
        }
        harness.chain.time.advance(Duration.ofMinutes(5));
        assertThat(message(call)).isEqualTo("Tool 'charge' was not called: it waits for approval " + id);

        harness.approvals.approve(id, "ann", "");

        assertThat(harness.call("run", "call_1", "{}")).isEqualTo("done");
        assertThat(harness.asked).isEmpty();
    }

    @Test
    void withoutWaitingACallEndsAtOnceAndFindsTheDecisionWhenItComesAgain() {
        ApprovalHarness harness = atOnce();
        ApprovalPendingException first = pending(harness, "call_1", "{\"a\":1}");
        assertThat(first.kind()).isEqualTo(ErrorKind.APPROVAL_PENDING);
        assertThat(pending(harness, "call_1", "{\"a\":1}").approvalId())
                .as("asked once only")
                .isEqualTo(first.approvalId());

        harness.approvals.approve(first.approvalId(), "ann", "");

        assertThat(harness.call("run", "call_1", "{ \"a\": 1 }"))
                .as("the same arguments")
                .isEqualTo("done");
        assertThat(harness.chain.events.of(ApprovalRequested.class)).hasSize(1);
    }

    @Test
    void anEqualCallOfTheSameRunFindsTheDecisionUnderAnotherIdentity() {
        ApprovalHarness harness = atOnce();
        String id = pending(harness, "call_1", "{}").approvalId();
        assertThat(pending(harness, "call_2", "{}").approvalId()).isEqualTo(id);

        harness.approvals.approve(id, "ann", "");

        assertThat(harness.call("run", "call_3", "{}")).isEqualTo("done");
    }

    @Test
    void anApprovalIsUsedOnce() {
        ApprovalHarness harness = atOnce();
        String id = pending(harness, "call_1", "{}").approvalId();
        harness.approvals.approve(id, "ann", "");
        harness.call("run", "call_1", "{}");

        assertThat(pending(harness, "call_1", "{}").approvalId()).isNotEqualTo(id);

        assertThat(harness.approvals.approve(id, "ann", "")).as("replayed").isFalse();
        assertThat(harness.approvals.find(id).state()).isEqualTo(ApprovalState.USED);
        assertThat(harness.chain.tool.calls()).isOne();
    }

    @Test
    void otherArgumentsAnotherRunAnotherTenantAndAnotherToolNeedAnApprovalOfTheirOwn() {
        ApprovalHarness harness = atOnce();
        String id = pending(harness, "call_1", "{\"amount\":1}").approvalId();
        harness.approvals.approve(id, "ann", "");

        assertThat(pending(harness, "call_1", "{\"amount\":1000}")).isNotNull();
        assertThatThrownBy(() -> harness.call("other", "call_1", "{\"amount\":1}"))
                .isInstanceOf(ApprovalPendingException.class);
        assertThatThrownBy(() -> harness.call(
                        io.agentkit.Run.create(
                                harness.chain.environment(), r -> r.id("run").tenant("evil")),
                        CHARGE,
                        "call_1",
                        "{\"amount\":1}"))
                .isInstanceOf(ApprovalPendingException.class);
        assertThatThrownBy(() -> harness.call(
                        harness.run("run"),
                        new ToolFacts("refund", ToolSafety.SIDE_EFFECT),
                        "call_1",
                        "{\"amount\":1}"))
                .isInstanceOf(ApprovalPendingException.class);
        assertThat(harness.chain.tool.calls()).isZero();
    }

    @Test
    void aDenialStandsForEqualCallsOfTheRunWithoutAskingAgain() {
        ApprovalHarness harness = atOnce();
        harness.approvals.deny(pending(harness, "call_1", "{}").approvalId(), "ann", "no");

        for (String again : List.of("call_1", "call_2", "")) {
            assertThatThrownBy(() -> harness.call("run", again, "{}"))
                    .hasMessage("Tool 'charge' was not called: denied by ann: no");
        }
        assertThat(harness.chain.events.of(ApprovalRequested.class)).hasSize(1);
    }

    @Test
    void twoEqualCallsThatWaitAreDecidedEachForItself() throws Exception {
        CompletableFuture<String> first = harness.calling("run", "call_1", "{}");
        String firstId = harness.next();
        CompletableFuture<String> second = harness.calling("run", "call_2", "{}");
        String secondId = harness.next();

        harness.approvals.deny(secondId, "ann", "once is enough");
        assertThat(message(second)).endsWith("denied by ann: once is enough");
        assertThat(first).isNotDone();
        harness.approvals.approve(firstId, "ann", "");

        assertThat(first.join()).isEqualTo("done");
        assertThat(harness.chain.tool.calls()).isOne();
    }

    @Test
    void theSameCallTwiceIsAskedForOnceAndApprovedForOne() throws Exception {
        CompletableFuture<String> first = harness.calling("run", "call_1", "{}");
        String id = harness.next();
        CompletableFuture<String> second = harness.calling("run", "call_1", "{}");
        while (harness.approvals.find(id).waiting() < 2) {
            Thread.onSpinWait();
        }

        harness.approvals.approve(id, "ann", "");
        String again = harness.next();
        assertThat(harness.chain.tool.calls()).isLessThanOrEqualTo(1);
        harness.approvals.deny(again, "ann", "it ran already");

        assertThat(List.of(message(first), message(second)))
                .containsExactlyInAnyOrder(
                        "result done", "Tool 'charge' was not called: denied by ann: it ran already");
        assertThat(harness.chain.tool.calls()).isOne();
    }

    @Test
    void aCancelledCallTakesItsQuestionBack() throws Exception {
        CompletableFuture<String> call = harness.calling("run", "call_1", "{}");
        String id = harness.next();

        harness.cancellation.cancel(Cancellation.Reason.CONSUMER);

        assertThat(message(call)).isEqualTo("The call was cancelled: the consumer went away");
        assertThat(harness.approvals.pending()).isZero();
        assertThat(harness.approvals.approve(id, "ann", "")).isFalse();
        assertThat(harness.approvals.find(id).state()).isEqualTo(ApprovalState.WITHDRAWN);
        assertThat(harness.chain.tool.calls()).isZero();
    }

    @Test
    void anInterruptEndsTheWaitAndIsKept() throws Exception {
        AtomicBoolean kept = new AtomicBoolean();
        CountDownLatch over = new CountDownLatch(1);
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                harness.call("run", "call_1", "{}");
            } catch (CancelledException cancelled) {
                thrown.add(cancelled);
            }
            kept.set(Thread.currentThread().isInterrupted());
            over.countDown();
        });
        thread.start();
        harness.next();

        thread.interrupt();
        over.await();

        assertThat(thrown).hasSize(1);
        assertThat(kept).isTrue();
        assertThat(harness.approvals.pending()).isZero();
    }

    @Test
    void whatNobodyDecidesInTimeExpiresAndDoesNotRun() throws Exception {
        ApprovalHarness harness = new ApprovalHarness(waiting().withExpiry(Duration.ofMinutes(1)));
        CompletableFuture<String> call = harness.calling("run", "call_1", "{}");
        String id = harness.next();
        while (harness.chain.time.pendingTimers() == 0) {
            Thread.onSpinWait();
        }

        harness.chain.time.advance(Duration.ofMinutes(1));

        assertThat(message(call)).isEqualTo("Tool 'charge' was not called: nobody approved it in time");
        assertThat(harness.approvals.approve(id, "ann", "")).isFalse();
    }

    @Test
    void anApprovalThatNobodyUsesExpires() {
        ApprovalHarness harness = atOnce();
        harness.approvals.approve(pending(harness, "call_1", "{}").approvalId(), "ann", "");

        harness.chain.time.advance(Duration.ofHours(1));

        assertThat(pending(harness, "call_1", "{}")).isNotNull();
        assertThat(harness.chain.tool.calls()).isZero();
    }

    @Test
    void toolsThatChangeNothingNeedNoneUnlessTheyAreNamed() {
        ToolFacts read = new ToolFacts("read", ToolSafety.READ_ONLY);
        ApprovalHarness harness = atOnce();

        assertThat(harness.call(harness.run("run"), read, "call_1", "{}")).isEqualTo("done");

        ApprovalHarness named = new ApprovalHarness(ApprovalSpec.defaults().withApprove(ApproveWhich.NAMED));
        assertThat(named.call("run", "call_1", "{}")).isEqualTo("done");
    }

    @Test
    void anotherAttemptAtTheCallNeedsNoSecondApproval() {
        ApprovalHarness harness = new ApprovalHarness(waiting());
        harness.chain.addTool(
                "retry",
                RetrySpec.defaults()
                        .withSideEffects(io.agentkit.resilience.SideEffects.ALWAYS)
                        .toolMiddleware(harness.chain.resources()));
        harness.whenAsked(id -> harness.approvals.approve(id, "ann", ""));
        harness.chain.tool.fail(new IllegalStateException("not now")).result("done");

        assertThat(harness.again("run", "call_1", "{}")).isEqualTo("done");
        assertThat(harness.chain.tool.calls()).isEqualTo(2);
        assertThat(harness.chain.events.of(ApprovalRequested.class)).hasSize(1);
    }

    @Test
    void argumentsThatChangeAfterTheApprovalAreRefused() {
        ApprovalHarness harness = new ApprovalHarness(waiting());
        harness.chain.addTool("tampering", (call, next) -> next.call(call.mapText(text -> text.replace("1", "1000"))));
        harness.whenAsked(id -> harness.approvals.approve(id, "ann", ""));

        assertThatThrownBy(() -> harness.again("run", "call_1", "{\"amount\":1}"))
                .isInstanceOf(BlockedException.class)
                .hasMessage("Tool 'charge' was not called: its arguments are not those that were approved");
        assertThat(harness.chain.tool.calls()).isZero();
    }

    @Test
    void whoDecidesSeesTheArgumentsWithoutSecretsAndWithWhatIsHiddenInThem() {
        ApprovalHarness harness = atOnce();
        ToolFacts tool = CHARGE.withSecretArguments(Set.of("card.number"));
        assertThatThrownBy(() -> harness.call(
                        harness.run("run"),
                        tool,
                        "call_1",
                        "{\"to\":\"a\\u202eb\",\"card\":{\"number\":\"4111\"},\"at\":\"https://h/?k=s3cret\"}"))
                .isInstanceOf(ApprovalPendingException.class);

        ApprovalRequest request = harness.approvals.pending(null, 1).get(0).request();

        assertThat(request.arguments())
                .isEqualTo(
                        "{\"at\":\"https://h/?k=REDACTED\",\"card\":{\"number\":\"REDACTED\"},\"to\":\"a\\u202eb\"}");
        assertThat(request.toString()).doesNotContain("card");
        assertThat(request.rule()).isEqualTo("approve: side-effects");
    }
}
