package io.agentkit.safety;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.store.AuditStore;
import io.agentkit.store.InMemoryAuditStore;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Keeps one record of every tool call, failed ones too. Outermost it also sees calls that were blocked, refused or answered with an earlier
 * result, and has one record with the number of attempts; inside {@code retry} it has one record for each attempt.
 *
 * <p>Uses the {@link AuditStore} of the resources, else keeps 10,000 records in memory.
 *
 * @param keepArguments whether records hold the arguments, cut to 8 KiB, with credentials in URLs masked, besides their hash. Off by
 *     default.
 * @param whenStoreFails what happens to a call whose tool gave a result when its record cannot be written. The call fails by default.
 */
@ConfigurationPropertiesSource
public record AuditSpec(
        @Nullable Boolean keepArguments, @Nullable AuditFailure whenStoreFails) implements ToolSpec {

    public AuditSpec {
        keepArguments = keepArguments != null && keepArguments;
        whenStoreFails = whenStoreFails == null ? AuditFailure.FAIL : whenStoreFails;
    }

    public static AuditSpec defaults() {
        return new AuditSpec(null, null);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        AuditStore found = resources.find(AuditStore.class);
        return new AuditMiddleware(
                found == null ? new InMemoryAuditStore() : found,
                Boolean.TRUE.equals(keepArguments),
                whenStoreFails == AuditFailure.FAIL);
    }
}
