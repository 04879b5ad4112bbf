package io.agentkit.score;

import io.agentkit.cache.semantic.SemanticLookUps;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Semantic cache: which questions get the answer to another one, with {@code semantic-memoize} as it is by default and a small model of
 * sentences (all-MiniLM-L6-v2, quantized) in this process.
 *
 * <p>Reads {@code semantic-cache/gptcache_mock_pairs.json}, and the traps of {@code semantic-traps.jsonl}. Bars: of the paraphrases at least
 * 60 % are served and at most 1 % of what is served is wrong; no trap is served; a look-up takes at most 120 microseconds among 10,000
 * vectors and 750 among 100,000, and finds what an exact scan finds in at least 99 %.
 *
 * <p>Or reads the file of {@code --cases} alone, a line of which is an object with {@code a}, the question that was answered, {@code b}, the
 * one that is asked, {@code same}, whether the answer to a answers b, and {@code kind}, under which it is counted. Bar: no pair that is not
 * the same is served.
 */
final class SemanticScore implements Score {

    private static final double THRESHOLD = 0.85;
    private static final double LEAST_RATE = 0.6;
    private static final double MOST_WRONG = 0.01;

    private final SemanticCache cache = new SemanticCache();
    private final Map<String, int[]> kinds = new TreeMap<>();
    private int traps;
    private int fallenFor;
    private final List<Float> trapCosines = new ArrayList<>();
    private int paraphrases;
    private int served;

    @Override
    public Figures measure(ScoreInput input) throws IOException {
        PrintStream out = input.out();
        judge(input.cases() == null ? SemanticCase.traps() : SemanticCase.read(input.cases()), out);
        String onTraps = String.format(
                Locale.ROOT,
                "%d of %d traps served (%d by cosine alone), %d of %d paraphrases beside them",
                fallenFor,
                traps,
                trapCosines.stream().filter(cosine -> cosine >= THRESHOLD).count(),
                served,
                paraphrases);
        if (input.cases() != null) {
            return new Figures(traps + paraphrases > 0 && fallenFor == 0, onTraps);
        }
        SemanticParaphrases set = new SemanticParaphrases(cache, input.data(), out);
        SemanticParaphrases.Outcome pairs = set.pairs();
        out.println(pairs.text("each pair"));
        out.println(set.plain(THRESHOLD).text("each pair, cosine 0.85 alone"));
        double threshold = set.thresholdFor(pairs.hits());
        SemanticParaphrases.Outcome plain = set.plain(threshold);
        out.println(plain.text("each pair, cosine alone, as many hits"));
        long plainTraps =
                trapCosines.stream().filter(cosine -> cosine >= threshold).count();
        out.println(set.together().text("all kept together"));
        SemanticLookUps.Figures small = lookUps(10_000, out);
        SemanticLookUps.Figures large = lookUps(100_000, out);
        boolean fast = small.micros() <= 120 && large.micros() <= 750 && small.equal() >= 0.99 && large.equal() >= 0.99;
        boolean met = fallenFor == 0 && pairs.rate() >= LEAST_RATE && pairs.wrongShare() <= MOST_WRONG && fast;
        return new Figures(
                met,
                String.format(
                        Locale.ROOT,
                        "%.1f %% of %d paraphrases served, %.2f %% of hits wrong (cosine alone at the same rate: %.2f %%, and %d traps); %s; look-up %.0f us at 10,000,"
                                + " %.0f us at 100,000",
                        100 * pairs.rate(),
                        pairs.pairs(),
                        100 * pairs.wrongShare(),
                        100 * plain.wrongShare(),
                        plainTraps,
                        onTraps,
                        small.micros(),
                        large.micros()));
    }

    private void judge(List<SemanticCase> cases, PrintStream out) {
        for (SemanticCase pair : cases) {
            boolean hit = cache.serves(pair);
            int[] counts = kinds.computeIfAbsent(pair.kind(), absent -> new int[4]);
            counts[pair.same() ? 2 : 0]++;
            counts[pair.same() ? 3 : 1] += hit ? 1 : 0;
            if (pair.same()) {
                paraphrases++;
                served += hit ? 1 : 0;
            } else {
                traps++;
                fallenFor += hit ? 1 : 0;
                trapCosines.add(cache.cosine(pair.a(), pair.b()));
            }
            if (hit != pair.same()) {
                out.printf("%s %s: %s | %s%n", hit ? "wrong" : "missed", pair.kind(), pair.a(), pair.b());
            }
        }
        kinds.forEach((kind, counts) -> out.printf(
                Locale.ROOT,
                "%-14s %3d of %3d traps served, %3d of %3d paraphrases%n",
                kind,
                counts[1],
                counts[0],
                counts[3],
                counts[2]));
    }

    private static SemanticLookUps.Figures lookUps(int entries, PrintStream out) {
        SemanticLookUps.Figures figures = SemanticLookUps.measure(entries);
        out.printf(
                Locale.ROOT,
                "look-up among %,d vectors: %.0f us, exact scan %.0f us; the same first in %.1f %%%n",
                entries,
                figures.micros(),
                figures.exactMicros(),
                100 * figures.equal());
        return figures;
    }
}
