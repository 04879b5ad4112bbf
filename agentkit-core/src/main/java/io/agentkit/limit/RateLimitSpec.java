package io.agentkit.limit;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import io.agentkit.spec.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code rate-limit}: physical requests wait for their turn, in the order they came, or are refused. It works around every
 * request, retries included, wherever it stands in the chain. The rate stands here, or in a limiter that chains share by its name. A request
 * that is not sent takes nothing. Immutable.
 *
 * @param limiter name of a limiter that is shared with other chains, in place of a rate of this chain's own
 * @param interval time in which a request comes in; 0 and less mean no limit of requests; not set by default
 * @param burst how many requests may go out at once after a quiet time; less than 1 counts as 1; 1 by default
 * @param tokensPerMinute how many tokens of models come in each minute, prompts and answers together; chat only; 1 to 1,000,000,000; not set
 *     by default
 * @param tokenBurst how many tokens may be used at once after a quiet time; 1 to 1,000,000,000; those of a minute by default
 * @param per what each has buckets of its own: model, provider, tool, run (nested ones share the outermost one's), or keys of a run's scope
 *     such as tenant, user and agent; nothing by default, so that all share them
 * @param maxWait how long a request waits for its turn at most; 0 refuses at once, and so is refused what would wait longer; 1 minute by
 *     default
 * @param assumedOutput how many tokens the answer to a request is taken to have that states no maximum, until it has come; at least 0; 1,000
 *     by default
 * @param followProvider whether what a provider says about its own limits can slow requests down further; true by default
 */
@ConfigurationPropertiesSource
public record RateLimitSpec(
        @Nullable String limiter,
        @Nullable Duration interval,
        @Nullable Long burst,
        @Nullable Long tokensPerMinute,
        @Nullable Long tokenBurst,
        List<String> per,
        Duration maxWait,
        Integer assumedOutput,
        Boolean followProvider)
        implements ChatSpec, ToolSpec {

    public RateLimitSpec(
            @Nullable String limiter,
            @Nullable Duration interval,
            @Nullable Long burst,
            @Nullable Long tokensPerMinute,
            @Nullable Long tokenBurst,
            @Nullable List<String> per,
            @Nullable Duration maxWait,
            @Nullable Integer assumedOutput,
            @Nullable Boolean followProvider) {
        this.limiter = limiter;
        this.interval = interval;
        this.burst = burst;
        this.tokensPerMinute = tokensPerMinute;
        this.tokenBurst = tokenBurst;
        this.per = per == null ? List.of() : List.copyOf(per);
        this.maxWait = Objects.requireNonNullElse(maxWait, Duration.ofMinutes(1));
        this.assumedOutput = Objects.requireNonNullElse(assumedOutput, 1_000);
        this.followProvider = Objects.requireNonNullElse(followProvider, true);
        boolean own = interval != null || burst != null || tokensPerMinute != null || tokenBurst != null;
        if (limiter == null && interval == null && tokensPerMinute == null) {
            throw new IllegalArgumentException(
                    "'interval' must be set to limit requests, or 'tokensPerMinute' to limit tokens of models, or 'limiter' to the name of a limiter");
        }
        if (limiter != null && (own || !this.per.isEmpty())) {
            throw new IllegalArgumentException(
                    "'limiter' names a limiter that has a rate and keys, and there are others beside it");
        }
        if (limiter != null && limiter.isBlank()) {
            throw new IllegalArgumentException("'limiter' must name a limiter (was blank)");
        }
        if (this.maxWait.isNegative()) {
            throw new IllegalArgumentException("'maxWait' must not be negative (was %s)".formatted(this.maxWait));
        }
        if (this.assumedOutput < 0) {
            throw new IllegalArgumentException(
                    "'assumedOutput' must not be negative (was %d)".formatted(this.assumedOutput));
        }
        if (limiter == null) {
            // Refuses what cannot work now and not when the chain is made.
            rate();
        }
    }

    /** With a rate of its own. */
    public static RateLimitSpec of(RateLimiterSpec rate) {
        return new RateLimitSpec(
                null,
                rate.interval(),
                rate.burst(),
                rate.tokensPerMinute(),
                rate.tokenBurst(),
                rate.per(),
                null,
                null,
                null);
    }

    /** With a limiter that the {@link RateLimiters} of the resources have under this name. */
    public static RateLimitSpec shared(String limiter) {
        return new RateLimitSpec(limiter, null, null, null, null, null, null, null, null);
    }

    public RateLimitSpec withMaxWait(Duration value) {
        return new RateLimitSpec(
                limiter, interval, burst, tokensPerMinute, tokenBurst, per, value, assumedOutput, followProvider);
    }

    public RateLimitSpec withAssumedOutput(int value) {
        return new RateLimitSpec(
                limiter, interval, burst, tokensPerMinute, tokenBurst, per, maxWait, value, followProvider);
    }

    public RateLimitSpec withFollowProvider(boolean value) {
        return new RateLimitSpec(
                limiter, interval, burst, tokensPerMinute, tokenBurst, per, maxWait, assumedOutput, value);
    }

    private RateLimiterSpec rate() {
        return new RateLimiterSpec(interval, burst, tokensPerMinute, tokenBurst, per);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return ChatMiddleware.of(new RateLimitHook(this, limiter(resources, "chat")));
    }

    @Override
    public ToolMiddleware toolMiddleware(Resources resources) {
        if (tokensPerMinute != null) {
            throw new IllegalArgumentException(
                    "'tokensPerMinute' counts tokens of models; write it among the settings of a chain around models");
        }
        return ToolMiddleware.of(new RateLimitHook(this, limiter(resources, "tool")));
    }

    private RateLimiter limiter(Resources resources, String kind) {
        RateLimiters shared = resources.find(RateLimiters.class);
        if (limiter != null) {
            RateLimiter found = shared == null ? null : shared.find(limiter);
            if (found == null) {
                throw new IllegalArgumentException("there is no rate limiter named '%s'".formatted(limiter));
            }
            return found;
        }
        String owner = resources.owner();
        RateLimiter own = RateLimiter.of(
                owner == null ? kind : owner, rate(), resources.environment().time());
        if (shared != null) {
            shared.add(own);
        }
        return own;
    }
}
