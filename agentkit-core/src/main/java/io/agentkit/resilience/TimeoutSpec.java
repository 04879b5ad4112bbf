package io.agentkit.resilience;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Ends what stands inside it at a time limit: the request is cancelled (its stream let go of, its thread interrupted), what waits is not
 * begun, and a {@link CallTimeoutException} goes out, which is worth another try outside. Nothing runs on another thread, so what pays no
 * attention to interrupts holds a caller who waits for a whole answer until it ends; {@link TimeLimitIgnored} tells of it. An answer that
 * is whole in spite of the limit is returned. A tool whose facts have a limit has that one for its total. One limit at least has to be set. Immutable.
 *
 * @param total how long all that stands inside may take, with its waits and repeated requests; more than 0; no limit by default
 * @param firstToken how long a streamed request may take from its way out to its first text, reasoning, media or tool call; chat only; less
 *     than total; no limit by default
 * @param idle how long a stream may pause between two parts while its consumer waits, from the first on; chat only; no limit by default
 * @param tools the total for single tools, by name, before what their facts say; tools only; none by default
 */
@ConfigurationPropertiesSource
public record TimeoutSpec(
        @Nullable Duration total,
        @Nullable Duration firstToken,
        @Nullable Duration idle,
        Map<String, Duration> tools) implements ChatSpec, ToolSpec {

    public TimeoutSpec(
            @Nullable Duration total,
            @Nullable Duration firstToken,
            @Nullable Duration idle,
            @Nullable Map<String, Duration> tools) {
        this.total = total;
        this.firstToken = firstToken;
        this.idle = idle;
        this.tools = tools == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tools));
        requirePositive("total", total);
        requirePositive("firstToken", firstToken);
        requirePositive("idle", idle);
        this.tools.forEach((name, limit) -> requirePositive("tools." + name, limit));
        if (total == null && firstToken == null && idle == null && this.tools.isEmpty()) {
            throw new IllegalArgumentException("'total' must be set, or another limit: there is no default");
        }
        if (total != null && firstToken != null && firstToken.compareTo(total) >= 0) {
            throw new IllegalArgumentException(
                    "'firstToken' must be less than 'total', which is %s (was %s)".formatted(total, firstToken));
        }
    }

    private static void requirePositive(String name, @Nullable Duration limit) {
        if (limit != null && (limit.isNegative() || limit.isZero())) {
            throw new IllegalArgumentException("'%s' must be more than zero (was %s)".formatted(name, limit));
        }
    }

    /** One limit for all that stands inside. */
    public static TimeoutSpec ofTotal(Duration total) {
        return new TimeoutSpec(total, null, null, null);
    }

    public TimeoutSpec withFirstToken(@Nullable Duration value) {
        return new TimeoutSpec(total, value, idle, tools);
    }

    public TimeoutSpec withIdle(@Nullable Duration value) {
        return new TimeoutSpec(total, firstToken, value, tools);
    }

    public TimeoutSpec withTools(Map<String, Duration> value) {
        return new TimeoutSpec(total, firstToken, idle, value);
    }

    /** @throws IllegalArgumentException when a tool is named, or nothing else is limited */
    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        if (!tools.isEmpty()) {
            throw new IllegalArgumentException("'tools' is for tool chains: a chat chain calls models");
        }
        return new ChatTimeout(new TimeLimits(total, null, firstToken, idle));
    }

    /** @throws IllegalArgumentException when streams are limited */
    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        if (firstToken != null || idle != null) {
            throw new IllegalArgumentException("'%s' is for chat chains: tools do not stream"
                    .formatted(firstToken != null ? "firstToken" : "idle"));
        }
        Map<String, TimeLimits> byTool = new LinkedHashMap<>();
        tools.forEach((name, limit) -> byTool.put(name, TimeLimits.ofTotal(limit)));
        return new ToolTimeout(total == null ? TimeLimits.NONE : TimeLimits.ofTotal(total), byTool);
    }
}
