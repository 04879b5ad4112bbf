package io.agentkit.boot.endpoint;

import io.agentkit.safety.Approval;
import io.agentkit.safety.Approvals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/approvals}: the calls of tools that wait for somebody to agree, and with unrestricted access to decide them. Nobody has
 * access until the application grants it. Thread-safe.
 */
@Endpoint(id = "approvals", defaultAccess = Access.NONE)
public class ApprovalsEndpoint {

    private static final int DEFAULT_SIZE = 50;

    private static final int LARGEST_SIZE = 500;

    private final Approvals approvals;

    private final Show showArguments;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public ApprovalsEndpoint(Approvals approvals, Show showArguments) {
        this.approvals = approvals;
        this.showArguments = showArguments;
    }

    /**
     * What is pending, the oldest first.
     *
     * @param after {@code next} of an earlier page
     * @param size most of the page, 1 to 500; 50 by default
     */
    @ReadOperation
    public ApprovalsDescriptor approvals(@Nullable String after, @Nullable Integer size) {
        return approvals(after, size, showArguments == Show.ALWAYS);
    }

    /** One, also when it was decided a while ago; null, which is a 404, when there is none, or not any more. */
    @ReadOperation
    public @Nullable ApprovalDescriptor approval(@Selector String id) {
        return approval(id, showArguments == Show.ALWAYS);
    }

    /**
     * Decides one that is pending.
     *
     * @param decision {@code approve} or {@code deny}
     * @param by who decides
     * @param reason why; told to the model when it is denied
     * @return how it stands then; null when there is none
     * @throws InvalidEndpointRequestException when it is not pending any more
     */
    @WriteOperation
    public @Nullable ApprovalDescriptor decide(
            @Selector String id, String decision, @Nullable String by, @Nullable String reason) {
        boolean decided = isDecided(id, decision, by, reason);
        ApprovalDescriptor after = approval(id, showArguments == Show.ALWAYS);
        if (after != null && !decided) {
            throw refused("It is not pending, but %s".formatted(after.state()));
        }
        return after;
    }

    /** Whether this decided it. */
    boolean isDecided(String id, String decision, @Nullable String by, @Nullable String reason) {
        if (by == null || by.isBlank()) {
            throw refused("'by' must say who decides");
        }
        String why = reason == null ? "" : reason;
        return switch (decision) {
            case "approve" -> approvals.approve(id, by, why);
            case "deny" -> approvals.deny(id, by, why);
            default -> throw refused("'decision' must be approve or deny");
        };
    }

    ApprovalsDescriptor approvals(@Nullable String after, @Nullable Integer size, boolean arguments) {
        int most = size == null ? DEFAULT_SIZE : size;
        if (most < 1 || most > LARGEST_SIZE) {
            throw refused("'size' must be from 1 to %d (was %d)".formatted(LARGEST_SIZE, most));
        }
        List<Approval> page = approvals.pending(after, most + 1);
        List<Approval> shown = page.subList(0, Math.min(most, page.size()));
        return new ApprovalsDescriptor(
                approvals.pending(),
                shown.stream()
                        .map(each -> ApprovalDescriptor.of(each, arguments))
                        .toList(),
                page.size() > most ? shown.get(most - 1).id() : null);
    }

    @Nullable
    ApprovalDescriptor approval(String id, boolean arguments) {
        Approval found = approvals.find(id);
        return found == null ? null : ApprovalDescriptor.of(found, arguments);
    }

    static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }

    /**
     * A page of what is pending.
     *
     * @param pending how many there are in all
     * @param approvals the oldest first
     * @param next what to give as {@code after} for the next page; absent on the last one
     */
    public record ApprovalsDescriptor(
            int pending,
            List<ApprovalDescriptor> approvals,
            @Nullable String next) implements OperationResponseBody {}
}
