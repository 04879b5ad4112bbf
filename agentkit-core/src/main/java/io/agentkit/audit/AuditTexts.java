package io.agentkit.audit;

import io.agentkit.ErrorTrace;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.Redactor;
import io.agentkit.text.Sha256;
import io.agentkit.text.Truncation;
import io.agentkit.text.UrlMask;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What records keep of arguments and results: nothing unless the application wants them, then cut and redacted. */
record AuditTexts(
        boolean keepArguments,
        boolean keepResults,
        @Nullable Redactor redactor) {

    private static final Logger log = LoggerFactory.getLogger(AuditTexts.class);

    private static final int MOST_BYTES = 8 * 1024;

    /** No more is read, since no more than a part of it would be kept. */
    private static final int MOST_READ = 64 * 1024;

    private static final String NOT_KEPT = "[not kept]";

    @Nullable
    String arguments(ToolRequest request) {
        if (!keepArguments) {
            return null;
        }
        return redacted(CanonicalJson.masking(request.facts().secretArguments(), request.arguments()));
    }

    @Nullable
    String result(@Nullable ToolResult result) {
        return keepResults && result != null ? redacted(result.text()) : null;
    }

    private String redacted(String text) {
        String masked = UrlMask.mask(Truncation.toLength(text, MOST_READ));
        return redactor == null ? Truncation.toBytes(masked, MOST_BYTES) : redacted(masked, redactor);
    }

    /** What the application's code throws must not become what became of the tool; patterns exhaust the stack on long texts. */
    private static String redacted(String masked, Redactor redactor) {
        try {
            return Truncation.toBytes(redactor.redact(masked), MOST_BYTES);
        } catch (RuntimeException | StackOverflowError | LinkageError failure) {
            log.warn("The redactor failed; the text is not kept", ErrorTrace.of(failure));
            return NOT_KEPT;
        }
    }

    /**
     * Tells whether two texts were the same without keeping them: of the canonical form where the text is JSON.
     *
     * @param secrets paths of values that are left out, since a short one could be guessed from a hash
     */
    static String hash(String text, Set<String> secrets) {
        String told = CanonicalJson.masking(secrets, text);
        String canonical = secrets.isEmpty() ? CanonicalJson.of(told) : told;
        return Sha256.hex(canonical == null ? text : canonical);
    }
}
