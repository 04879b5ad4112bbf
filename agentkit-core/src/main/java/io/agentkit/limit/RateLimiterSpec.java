package io.agentkit.limit;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * How fast requests may follow each other: a bucket of requests, one of tokens of models, or both, kept apart for each key. Both start full
 * and fill up steadily. Immutable.
 *
 * @param interval time in which a request comes in; 0 and less mean no limit of requests; not set by default
 * @param burst how many requests may go out at once after a quiet time; less than 1 counts as 1; 1 by default
 * @param tokensPerMinute how many tokens of models come in each minute, prompts and answers together; 1 to 1,000,000,000; not set by default
 * @param tokenBurst how many tokens may be used at once after a quiet time; 1 to 1,000,000,000; those of a minute by default
 * @param per what each has buckets of its own: model, provider, tool, run (nested ones share the outermost one's), or keys of a run's scope
 *     such as tenant, user and agent; nothing by default, so that all share them
 */
@ConfigurationPropertiesSource
public record RateLimiterSpec(
        @Nullable Duration interval,
        @Nullable Long burst,
        @Nullable Long tokensPerMinute,
        @Nullable Long tokenBurst,
        List<String> per) {

    /** The value of {@code per} for the model asked for, with its provider. */
    public static final String MODEL = "model";

    /** The value of {@code per} for the tool. */
    public static final String TOOL = "tool";

    /** The value of {@code per} for the provider that is asked. */
    public static final String PROVIDER = "provider";

    /** The value of {@code per} for the outermost run. */
    public static final String RUN = "run";

    private static final Duration LONGEST = Duration.ofDays(365);

    private static final long MOST = 1_000_000_000;

    public RateLimiterSpec(
            @Nullable Duration interval,
            @Nullable Long burst,
            @Nullable Long tokensPerMinute,
            @Nullable Long tokenBurst,
            @Nullable List<String> per) {
        this.interval = interval;
        this.tokensPerMinute = tokensPerMinute;
        this.per = per == null ? List.of() : List.copyOf(per);
        if (interval == null && tokensPerMinute == null) {
            throw new IllegalArgumentException(
                    "'interval' must be set to limit requests, or 'tokensPerMinute' to limit tokens of models");
        }
        if (interval != null && interval.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'interval' must be at most 365 days (was %s)".formatted(interval));
        }
        if (interval == null && burst != null) {
            throw new IllegalArgumentException("'burst' counts requests, which only 'interval' limits");
        }
        if (tokensPerMinute == null && tokenBurst != null) {
            throw new IllegalArgumentException("'tokenBurst' counts tokens, which only 'tokensPerMinute' limits");
        }
        this.burst = interval == null ? null : Math.max(1, Objects.requireNonNullElse(burst, 1L));
        this.tokenBurst = tokenBurst == null ? tokensPerMinute : tokenBurst;
        requireInBounds("burst", this.burst);
        requireInBounds("tokensPerMinute", tokensPerMinute);
        requireInBounds("tokenBurst", this.tokenBurst);
        if (this.per.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'per' must name keys (one was blank)");
        }
        if (new HashSet<>(this.per).size() < this.per.size()) {
            throw new IllegalArgumentException("'per' must name each key once (was %s)".formatted(this.per));
        }
    }

    private static void requireInBounds(String name, @Nullable Long value) {
        if (value != null && (value < 1 || value > MOST)) {
            throw new IllegalArgumentException("'%s' must be between 1 and %d (was %d)".formatted(name, MOST, value));
        }
    }

    /** So many requests at once, then one in each interval. */
    public static RateLimiterSpec requests(Duration interval, long burst) {
        return new RateLimiterSpec(interval, burst, null, null, null);
    }

    /** So many tokens of models a minute. */
    public static RateLimiterSpec tokens(long perMinute) {
        return new RateLimiterSpec(null, null, perMinute, null, null);
    }

    public RateLimiterSpec withTokens(@Nullable Long perMinute, @Nullable Long atOnce) {
        return new RateLimiterSpec(interval, burst, perMinute, atOnce, per);
    }

    public RateLimiterSpec withPer(String... keys) {
        return new RateLimiterSpec(interval, burst, tokensPerMinute, tokenBurst, List.of(keys));
    }

    /** Whether requests are limited. */
    boolean limitsRequests() {
        return interval != null && !interval.isZero() && !interval.isNegative();
    }

    /** Whether tokens of models are limited. */
    boolean limitsTokens() {
        return tokensPerMinute != null;
    }
}
