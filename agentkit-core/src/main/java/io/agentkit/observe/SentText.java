package io.agentkit.observe;

import io.agentkit.Call;
import io.agentkit.ToolErrorText;
import io.agentkit.text.Redactor;
import io.agentkit.text.UrlMask;
import io.agentkit.tool.ToolRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a model is sent of a failure, without its secrets.
 *
 * @param redactor the application's; null when it has none
 */
record SentText(ToolErrorText texts, @Nullable Redactor redactor) {

    private static final Logger log = LoggerFactory.getLogger(ToolLogSpec.class);

    /** Null when there is nothing to show, also when the secrets could not be taken out of it. */
    @Nullable
    String of(Call<ToolRequest> call, Throwable failure) {
        try {
            String text = texts.of(call, failure);
            String redacted = text == null || redactor == null ? text : redactor.redact(text);
            return redacted == null ? null : UrlMask.mask(redacted);
        } catch (RuntimeException | LinkageError broken) {
            // Its message may be the text that it was given.
            log.warn(
                    "What the model is sent of a failure cannot be shown ({}); a summary stands in for it",
                    broken.getClass().getName());
            return null;
        }
    }
}
