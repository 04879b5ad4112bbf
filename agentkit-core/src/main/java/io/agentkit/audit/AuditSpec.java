package io.agentkit.audit;

import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.text.Redactor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Keeps a record of what became of every tool call, failed ones too, and before a tool acts on the world one that it is about to. Outermost it
 * also sees calls that were blocked, refused or answered with an earlier result, and has one outcome with the number of attempts; inside
 * {@code retry} it has one for each attempt.
 *
 * <p>Uses the {@link AuditStore} of the resources, else keeps 10,000 entries in memory. A {@link Redactor} of the resources has the last word
 * on texts that are kept.
 *
 * @param keepArguments whether records hold the arguments, cut to 8 KiB, without those that are secret, with credentials in URLs masked,
 *     besides their hash. Off by default.
 * @param keepResults whether records hold the results, cut to 8 KiB, with credentials in URLs masked, besides their hash. Off by default.
 * @param startedFor for which tools a record is written before they run. For those with side effects, and those of which nobody knows, by
 *     default; never for less.
 * @param whenStoreFails what happens when a record cannot be written. By default a tool that acts on the world is not called, and a call of
 *     another one fails; once a tool with a record has run, its result is returned in any case.
 */
@ConfigurationPropertiesSource
public record AuditSpec(
        @Nullable Boolean keepArguments,
        @Nullable Boolean keepResults,
        @Nullable AuditStarts startedFor,
        @Nullable AuditFailure whenStoreFails)
        implements ToolSpec {

    public AuditSpec {
        keepArguments = keepArguments != null && keepArguments;
        keepResults = keepResults != null && keepResults;
        startedFor = startedFor == null ? AuditStarts.SIDE_EFFECTS : startedFor;
        whenStoreFails = whenStoreFails == null ? AuditFailure.FAIL : whenStoreFails;
    }

    public static AuditSpec defaults() {
        return new AuditSpec(null, null, null, null);
    }

    /** A copy that keeps arguments and results, or not. */
    public AuditSpec keeping(boolean arguments, boolean results) {
        return new AuditSpec(arguments, results, startedFor, whenStoreFails);
    }

    /** A copy for these tools. */
    public AuditSpec withStartedFor(AuditStarts tools) {
        return new AuditSpec(keepArguments, keepResults, tools, whenStoreFails);
    }

    /** A copy that does this when a record cannot be written. */
    public AuditSpec withStoreFailure(AuditFailure then) {
        return new AuditSpec(keepArguments, keepResults, startedFor, then);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        AuditStore found = resources.find(AuditStore.class);
        AuditTexts texts = new AuditTexts(
                Boolean.TRUE.equals(keepArguments), Boolean.TRUE.equals(keepResults), resources.find(Redactor.class));
        return new AuditMiddleware(
                found == null ? new InMemoryAuditStore() : found,
                texts,
                startedFor == null ? AuditStarts.SIDE_EFFECTS : startedFor,
                whenStoreFails != AuditFailure.CONTINUE);
    }
}
