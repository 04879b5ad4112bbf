package io.agentkit.safety;

import io.agentkit.BlockedException;
import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Next;
import io.agentkit.ToolApproval;
import io.agentkit.ToolMiddleware;
import io.agentkit.safety.ApprovalDecision.Approved;
import io.agentkit.safety.ApprovalDecision.Denied;
import io.agentkit.safety.ApprovalDecision.Pending;
import io.agentkit.time.Time;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class ApprovalMiddleware implements ToolMiddleware {

    private static final Logger log = LoggerFactory.getLogger(ApprovalMiddleware.class);

    private static final int LONGEST = 500;

    private final ApprovalSpec spec;
    private final Approvals approvals;
    private final Approver approver;

    ApprovalMiddleware(ApprovalSpec spec, Approvals approvals, Approver approver) {
        this.spec = spec;
        this.approvals = approvals;
        this.approver = approver;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        String rule = rule(call);
        if (rule == null) {
            return next.call(call);
        }
        if (!ApprovalGate.isOpenFor(call, call.request())) {
            String fingerprint = CallFingerprint.of(call, call.request());
            String by = decide(call, rule, fingerprint);
            call.meta().put(ToolApproval.ATTRIBUTE, new ToolApproval(true, by));
            ApprovalGate.open(call, fingerprint);
        }
        return next.call(ApprovalGate.on(call, rule));
    }

    private @Nullable String rule(Call<ToolRequest> call) {
        String named = ApprovalGate.rule(call);
        if (named == null
                && spec.approve() == ApproveWhich.SIDE_EFFECTS
                && call.request().facts().safety() != ToolSafety.READ_ONLY) {
            return "approve: side-effects";
        }
        return named;
    }

    /** Comes back when the call was approved, with who did. */
    private String decide(Call<ToolRequest> call, String rule, String fingerprint) {
        String tool = call.request().name();
        String key = call.request().key();
        long until = call.time().nanoTime() + spec.maxWait().toNanos();
        while (true) {
            CountDownLatch latch = new CountDownLatch(1);
            ApprovalEntry entry = approvals.enter(key, fingerprint, latch);
            if (entry == null) {
                ApprovalRequest request = ApprovalRequest.of(approvals.newId(), rule, call);
                String by = approvedBy(call, request);
                if (by != null) {
                    return by;
                }
                entry = approvals.ask(request, key, fingerprint, spec.expiry(), latch);
            }
            switch (await(call, entry, latch, until)) {
                case APPROVED -> {
                    return String.valueOf(entry.picture().decidedBy());
                }
                case DENIED -> {
                    Approval denied = entry.picture();
                    throw denied(call, String.valueOf(denied.decidedBy()), String.valueOf(denied.reason()));
                }
                case EXPIRED -> throw refused(tool, "nobody approved it in time", "the approval has expired");
                case PENDING -> throw new ApprovalPendingException(tool, entry.request.id());
                default -> {
                    // Another call that joined this one has used the approval, so this one needs its own.
                }
            }
        }
    }

    /** In whose name the application's approver approved the call; null when people have to decide. */
    private @Nullable String approvedBy(Call<ToolRequest> call, ApprovalRequest request) {
        ApprovalDecision decision = ask(request);
        if (decision instanceof Approved approved) {
            String by = OneLine.of(approved.by(), LONGEST);
            approvals.decided(request, ApprovalState.APPROVED, by);
            return by;
        }
        if (decision instanceof Denied denied) {
            String by = OneLine.of(denied.by(), LONGEST);
            approvals.decided(request, ApprovalState.DENIED, by);
            throw denied(call, by, OneLine.of(denied.reason(), LONGEST));
        }
        if (decision instanceof Pending) {
            return null;
        }
        throw failed(request.tool());
    }

    private @Nullable ApprovalDecision ask(ApprovalRequest request) {
        try {
            return approver.decide(request);
        } catch (CancelledException cancelled) {
            throw cancelled;
        } catch (RuntimeException failure) {
            log.warn(
                    "The approver of the application failed on tool '{}', which was not called: {}",
                    request.tool(),
                    failure.getClass().getName());
            throw failed(request.tool());
        }
    }

    private ApprovalState await(Call<ToolRequest> call, ApprovalEntry entry, CountDownLatch latch, long until) {
        Time time = call.time();
        boolean gaveUp = true;
        ApprovalState state;
        try {
            call.cancellation().throwIfCancelled();
            long now = time.nanoTime();
            long left = Math.min(until - now, entry.expires - now);
            if (left > 0) {
                await(call, latch, Duration.ofNanos(left));
            }
            gaveUp = false;
        } finally {
            state = approvals.leave(entry, latch, gaveUp);
        }
        return state;
    }

    private static void await(Call<ToolRequest> call, CountDownLatch latch, Duration left) {
        Cancellation.Registration registration = call.cancellation().onCancel(latch::countDown);
        Time.Timer timer = call.time().schedule(left, latch::countDown);
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancelledException(Cancellation.Reason.INTERRUPTED, null);
        } finally {
            timer.cancel();
            registration.remove();
        }
        call.cancellation().throwIfCancelled();
    }

    private static BlockedException denied(Call<ToolRequest> call, String by, String reason) {
        call.meta().put(ToolApproval.ATTRIBUTE, new ToolApproval(false, by));
        return refused(call.request().name(), "denied by " + by + (reason.isEmpty() ? "" : ": " + reason), "denied");
    }

    private static BlockedException failed(String tool) {
        return refused(tool, "it could not be approved", "the application's approver failed");
    }

    private static BlockedException refused(String tool, String why, String detail) {
        return new BlockedException("Tool '%s' was not called: %s".formatted(tool, why), detail);
    }
}
