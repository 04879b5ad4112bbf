package io.agentkit;

import io.agentkit.chat.TokenEstimator;
import io.agentkit.money.Pricing;
import io.agentkit.time.Ids;
import io.agentkit.time.Time;
import io.agentkit.tokens.ModelTokens;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * What all chains of an application share. Immutable; everything in it is thread-safe.
 *
 * @param time clocks, sleeping, timers
 * @param ids identifiers of calls and runs
 * @param random jitter and sampling
 * @param listener is told of every event
 * @param errors tells what an exception means
 * @param pricing what usage costs
 * @param tokens guesses tokens where a provider did not count
 * @param replyChecks what a reply has to be like
 * @param runs what runs used that are gone on with
 */
public record ChainEnvironment(
        Time time,
        Ids ids,
        RandomGenerator random,
        EventListener listener,
        ErrorClassifier errors,
        Pricing pricing,
        TokenEstimator tokens,
        ReplyChecks replyChecks,
        RunHistory runs) {

    public ChainEnvironment {
        Objects.requireNonNull(time, "'time' must not be null");
        Objects.requireNonNull(ids, "'ids' must not be null");
        Objects.requireNonNull(random, "'random' must not be null");
        Objects.requireNonNull(listener, "'listener' must not be null");
        Objects.requireNonNull(errors, "'errors' must not be null");
        Objects.requireNonNull(pricing, "'pricing' must not be null");
        Objects.requireNonNull(tokens, "'tokens' must not be null");
        Objects.requireNonNull(replyChecks, "'replyChecks' must not be null");
        Objects.requireNonNull(runs, "'runs' must not be null");
    }

    /** The machine's clocks, random ids, no listener, no prices, the tokenizers there are, the runs of this process. */
    public static ChainEnvironment defaults() {
        return new ChainEnvironment(
                Time.system(),
                Ids.process(),
                () -> ThreadLocalRandom.current().nextLong(),
                EventListener.NONE,
                StandardErrorClassifier.INSTANCE,
                Pricing.NONE,
                ModelTokens.INSTANCE,
                ReplyChecks.STRICT,
                new RecentRuns());
    }

    public ChainEnvironment withTime(Time value) {
        return new ChainEnvironment(value, ids, random, listener, errors, pricing, tokens, replyChecks, runs);
    }

    public ChainEnvironment withIds(Ids value) {
        return new ChainEnvironment(time, value, random, listener, errors, pricing, tokens, replyChecks, runs);
    }

    public ChainEnvironment withRandom(RandomGenerator value) {
        return new ChainEnvironment(time, ids, value, listener, errors, pricing, tokens, replyChecks, runs);
    }

    public ChainEnvironment withListener(EventListener value) {
        return new ChainEnvironment(time, ids, random, value, errors, pricing, tokens, replyChecks, runs);
    }

    public ChainEnvironment withErrors(ErrorClassifier value) {
        return new ChainEnvironment(time, ids, random, listener, value, pricing, tokens, replyChecks, runs);
    }

    public ChainEnvironment withPricing(Pricing value) {
        return new ChainEnvironment(time, ids, random, listener, errors, value, tokens, replyChecks, runs);
    }

    public ChainEnvironment withTokens(TokenEstimator value) {
        return new ChainEnvironment(time, ids, random, listener, errors, pricing, value, replyChecks, runs);
    }

    public ChainEnvironment withReplyChecks(ReplyChecks value) {
        return new ChainEnvironment(time, ids, random, listener, errors, pricing, tokens, value, runs);
    }

    public ChainEnvironment withRuns(RunHistory value) {
        return new ChainEnvironment(time, ids, random, listener, errors, pricing, tokens, replyChecks, value);
    }
}
