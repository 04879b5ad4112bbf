package io.agentkit.observe;

import io.agentkit.ToolErrorText;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import io.agentkit.text.Redactor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Writes one line to the log for each call of a tool when it is over: tool, call, run, duration, attempts, and the size of the result or what
 * failed. The same stands in key/value pairs, for logs in JSON. Never arguments, results or, unless told to, texts of failures. The logger is
 * the name of this class. Immutable.
 *
 * @param level of calls that gave a result; info by default
 * @param failureLevel of calls that failed; warn by default
 * @param logErrorText whether the text of a failure is written that the model is sent, in place of a summary: through the application's
 *     {@code Redactor} first, then with credentials in URLs masked. Off by default.
 */
@ConfigurationPropertiesSource
public record ToolLogSpec(Level level, Level failureLevel, Boolean logErrorText) implements ToolSpec {

    public ToolLogSpec(@Nullable Level level, @Nullable Level failureLevel, @Nullable Boolean logErrorText) {
        this.level = Objects.requireNonNullElse(level, Level.INFO);
        this.failureLevel = Objects.requireNonNullElse(failureLevel, Level.WARN);
        this.logErrorText = Objects.requireNonNullElse(logErrorText, false);
    }

    public static ToolLogSpec defaults() {
        return new ToolLogSpec(null, null, null);
    }

    public ToolLogSpec withLogErrorText(boolean value) {
        return new ToolLogSpec(level, failureLevel, value);
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        ToolErrorText sent = resources.find(ToolErrorText.class);
        return new ToolLogMiddleware(
                this,
                logErrorText
                        ? new SentText(sent == null ? ToolErrorText.MESSAGE : sent, resources.find(Redactor.class))
                        : null);
    }
}
