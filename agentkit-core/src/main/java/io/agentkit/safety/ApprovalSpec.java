package io.agentkit.safety;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Has a person agree before a tool is called. An approval is for one call of one run, with exactly its
 * arguments, and is used once; retries further inside belong to the call. An {@link Approver} of the resources is asked first; what it leaves
 * open waits among the {@link Approvals} of the resources. Immutable.
 *
 * @param approve which calls need approval besides those that {@code policy} outside it names; side-effects by default: all of tools that
 *     are not declared read-only
 * @param maxWait how long a call waits on its thread for a decision, before it ends with an {@link ApprovalPendingException}; 0 or more; 0 by
 *     default
 * @param expiry how long a pending approval can be decided, and how long a decision then counts; more than 0; 1 hour by default
 */
@ConfigurationPropertiesSource
public record ApprovalSpec(ApproveWhich approve, Duration maxWait, Duration expiry) implements ToolSpec {

    /** Nobody waits longer, and a longer one would overflow the clock. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final ApprovalSpec DEFAULTS = new ApprovalSpec(null, null, null);

    /** @throws IllegalArgumentException when {@code maxWait} is less than 0, {@code expiry} is not more, or one is longer than a year */
    public ApprovalSpec(@Nullable ApproveWhich approve, @Nullable Duration maxWait, @Nullable Duration expiry) {
        this.approve = Objects.requireNonNullElse(approve, ApproveWhich.SIDE_EFFECTS);
        this.maxWait = Objects.requireNonNullElse(maxWait, Duration.ZERO);
        this.expiry = Objects.requireNonNullElse(expiry, Duration.ofHours(1));
        if (this.maxWait.isNegative() || this.maxWait.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'maxWait' must be from 0 to 365 days (was %s)".formatted(this.maxWait));
        }
        if (this.expiry.isNegative() || this.expiry.isZero() || this.expiry.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "'expiry' must be more than 0 and at most 365 days (was %s)".formatted(this.expiry));
        }
    }

    public static ApprovalSpec defaults() {
        return DEFAULTS;
    }

    public ApprovalSpec withApprove(ApproveWhich value) {
        return new ApprovalSpec(value, maxWait, expiry);
    }

    public ApprovalSpec withMaxWait(Duration value) {
        return new ApprovalSpec(approve, value, expiry);
    }

    public ApprovalSpec withExpiry(Duration value) {
        return new ApprovalSpec(approve, maxWait, value);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        Approvals found = resources.find(Approvals.class);
        Approver approver = resources.find(Approver.class);
        return new ApprovalMiddleware(
                this,
                found == null ? new Approvals(resources.environment(), Approvals.DEFAULT_MAX) : found,
                approver == null ? Approver.PEOPLE : approver);
    }
}
