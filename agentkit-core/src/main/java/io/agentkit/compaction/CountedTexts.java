package io.agentkit.compaction;

import io.agentkit.chat.TokenEstimator;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how many tokens texts are, as long as somebody else holds them: the same conversation comes back with every turn. Looks at
 * identity, since views of messages are made anew for each call and what they show is not. Every call looks up each of its texts, so this is
 * a table with a place for each, which a later text may take: then the first is counted again. Thread-safe.
 */
final class CountedTexts {

    /** To count fewer characters takes no longer than to look them up. */
    private static final int SHORT = 24;

    /** A power of two; some 800 KB when all are taken. */
    private static final int PLACES = 1 << 14;

    private static final class Counted extends WeakReference<String> {

        private final long quick;
        private volatile @Nullable Exact exact;

        Counted(String text, long quick) {
            super(text);
            this.quick = quick;
        }
    }

    private record Exact(@Nullable String model, long tokens) {}

    private final AtomicReferenceArray<@Nullable Counted> places = new AtomicReferenceArray<>(PLACES);
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
        int place = place(text);
        Counted known = places.get(place);
        if (known == null || !known.refersTo(text)) {
            known = new Counted(text, estimator.tokens(text));
            places.set(place, known);
        }
        return known;
    }

    private static int place(String text) {
        int hash = System.identityHashCode(text);
        return (hash ^ (hash >>> 14)) & (PLACES - 1);
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
