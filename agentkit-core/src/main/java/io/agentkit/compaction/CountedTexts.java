package io.agentkit.compaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.chat.TokenEstimator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how many tokens texts are, as long as somebody else holds them: the same conversation comes back with every turn. Looks at
 * identity, since views of messages are made anew for each call and what they show is not. Thread-safe.
 */
final class CountedTexts {

    /** To count fewer characters takes no longer than to look them up. */
    private static final int SHORT = 24;

    private static final class Counted {

        private final long quick;
        private volatile @Nullable Exact exact;

        Counted(long quick) {
            this.quick = quick;
        }
    }

    private record Exact(@Nullable String model, long tokens) {}

    private final Cache<String, Counted> counts =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();
    private final TokenEstimator estimator;
    private final TokenEstimator quick = this::quick;

    CountedTexts(TokenEstimator estimator) {
        this.estimator = estimator;
    }

    /** The fast estimate. */
    TokenEstimator quick() {
        return quick;
    }

    /** The model's tokenizer where there is one; the fast estimate itself where there is no better one. */
    TokenEstimator exact(@Nullable String model) {
        TokenEstimator tokenizer = estimator.forBilling(model);
        return tokenizer == estimator ? quick : text -> exact(text, model, tokenizer);
    }

    private long quick(String text) {
        return text.length() <= SHORT ? estimator.tokens(text) : counted(text).quick;
    }

    private Counted counted(String text) {
        Counted known = counts.getIfPresent(text);
        if (known == null) {
            known = new Counted(estimator.tokens(text));
            counts.put(text, known);
        }
        return known;
    }

    private long exact(String text, @Nullable String model, TokenEstimator tokenizer) {
        if (text.isEmpty()) {
            return 0;
        }
        Counted counted = counted(text);
        Exact known = counted.exact;
        if (known == null || !Objects.equals(known.model(), model)) {
            known = new Exact(model, tokenizer.tokens(text));
            counted.exact = known;
        }
        return known.tokens();
    }
}
