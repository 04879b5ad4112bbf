package io.agentkit.score;

import io.agentkit.Handler;
import io.agentkit.cache.semantic.SemanticLookUps;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Paraphrases of GPTCache: each origin against its similar text, which it should answer, and against those of all other entries, which it
 * should not. Entries that repeat an origin or a similar text are not held against each other; pairs of {@code semantic-same.tsv} say the
 * same in other words and count as neither, unless they are counted strictly.
 */
final class SemanticParaphrases {

    private static final double THRESHOLD = 0.85;

    private final SemanticCache cache;
    private final List<String> origins = new ArrayList<>();
    private final List<String> similar = new ArrayList<>();
    private final Set<String> same = new HashSet<>();
    private final PrintStream out;

    /**
     * What came of it.
     *
     * @param pairs true pairs
     * @param hits true pairs that are served
     * @param wrong others that are served
     * @param strictlyWrong others that are served, with those that say the same
     */
    record Outcome(int pairs, int hits, int wrong, int strictlyWrong) {

        double rate() {
            return (double) hits / pairs;
        }

        double wrongShare() {
            return hits + wrong == 0 ? 0 : (double) wrong / (hits + wrong);
        }

        String text(String what) {
            return String.format(
                    Locale.ROOT,
                    "%-36s %3d of %d served (%.1f %%), %d missed, %d wrong (%.2f %% of hits); %d wrong where pairs that say the same count as such",
                    what,
                    hits,
                    pairs,
                    100 * rate(),
                    pairs - hits,
                    wrong,
                    100 * wrongShare(),
                    strictlyWrong);
        }
    }

    SemanticParaphrases(SemanticCache cache, Path data, PrintStream out) throws IOException {
        this.cache = cache;
        this.out = out;
        for (JsonNode pair : new JsonMapper()
                .readTree(
                        data.resolve("semantic-cache/gptcache_mock_pairs.json").toFile())) {
            origins.add(pair.required("origin").asString());
            similar.add(pair.required("similar").asString());
        }
        try (InputStream in = SemanticParaphrases.class.getResourceAsStream("semantic-same.tsv");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(same::add);
        }
    }

    /** Each pair on its own: the origin is kept, the other one is asked. */
    Outcome pairs() {
        List<Object> read = origins.stream().map(SemanticLookUps::read).toList();
        List<Object> asked = similar.stream().map(SemanticLookUps::read).toList();
        return count(THRESHOLD, (i, j) -> SemanticLookUps.agree(read.get(i), asked.get(j)), true);
    }

    /** The threshold at which cosine alone serves as many true pairs. */
    double thresholdFor(int hits) {
        double[] own = new double[origins.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = cache.cosine(origins.get(i), similar.get(i));
        }
        Arrays.sort(own);
        return own[own.length - hits];
    }

    /** Cosine alone. */
    Outcome plain(double threshold) {
        return count(threshold, (i, j) -> true, false);
    }

    private interface Check {

        boolean agree(int origin, int similar);
    }

    private Outcome count(double threshold, Check check, boolean tell) {
        int hits = 0;
        int wrong = 0;
        int strictly = 0;
        for (int i = 0; i < origins.size(); i++) {
            for (int j = 0; j < similar.size(); j++) {
                boolean own = i == j;
                boolean repeated =
                        origins.get(i).equals(origins.get(j)) || similar.get(i).equals(similar.get(j));
                if ((!own && repeated)
                        || cache.cosine(origins.get(i), similar.get(j)) < threshold
                        || !check.agree(i, j)) {
                    continue;
                }
                boolean counts = !same.contains(i + "\t" + j);
                hits += own ? 1 : 0;
                strictly += own ? 0 : 1;
                wrong += !own && counts ? 1 : 0;
                if (tell && !own && counts) {
                    out.printf("wrong: %s | %s%n", origins.get(i), similar.get(j));
                }
            }
        }
        return new Outcome(origins.size(), hits, wrong, strictly);
    }

    /** All origins are kept at once, in the chain itself, and each similar text is asked: what is served is right, or another one's. */
    Outcome together() {
        Handler<ChatRequest, ChatReply> chain = cache.empty();
        Set<String> kept = new HashSet<>();
        for (String origin : origins) {
            if (chain.call(ChatRequest.user(origin)).cacheStatus() == CacheStatus.NONE) {
                kept.add(origin);
            }
        }
        cache.keeps(false);
        int right = 0;
        int wrong = 0;
        int strictly = 0;
        for (int j = 0; j < similar.size(); j++) {
            ChatReply reply = chain.call(ChatRequest.user(similar.get(j)));
            if (reply.cacheStatus() == CacheStatus.NONE) {
                continue;
            }
            int i = origins.indexOf(reply.text());
            boolean own = i >= 0
                    && (reply.text().equals(origins.get(j)) || similar.get(i).equals(similar.get(j)));
            right += own ? 1 : 0;
            strictly += own ? 0 : 1;
            if (!own && !isSame(reply.text(), j)) {
                wrong++;
                out.printf("wrong together: %s | %s%n", reply.text(), similar.get(j));
            }
        }
        cache.keeps(true);
        out.println(kept.size() + " of " + origins.size()
                + " origins were kept; the others were answered by one of them or repeat one");
        return new Outcome(origins.size(), right, wrong, strictly);
    }

    private boolean isSame(String origin, int j) {
        for (int i = 0; i < origins.size(); i++) {
            if (origins.get(i).equals(origin) && same.contains(i + "\t" + j)) {
                return true;
            }
        }
        return false;
    }
}
