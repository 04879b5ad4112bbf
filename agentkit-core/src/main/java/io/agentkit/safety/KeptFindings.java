package io.agentkit.safety;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.detect.Finding;
import io.agentkit.detect.InjectionDetector;
import io.agentkit.detect.Origin;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found in texts, by the text's own object: a conversation comes back with every round, and its messages do not change. Bounded and
 * thread-safe.
 */
final class KeptFindings {

    /** Shorter texts are as soon read again. */
    private static final int WORTH_KEEPING = 256;

    private static final int MOST = 10_000;

    private final InjectionDetector detector;

    private final Map<Origin, Cache<String, List<Finding>>> kept = new EnumMap<>(Origin.class);

    KeptFindings(InjectionDetector detector) {
        this.detector = detector;
        for (Origin origin : Origin.values()) {
            kept.put(origin, Caffeine.newBuilder().weakKeys().maximumSize(MOST).build());
        }
    }

    /**
     * @param findings what was found
     * @param isKnown whether it was found before, in the same object
     */
    record Look(List<Finding> findings, boolean isKnown) {

        private static final Look CLEAN = new Look(List.of(), true);
    }

    Look at(String text, Origin origin) {
        List<Finding> before = text.length() < WORTH_KEEPING ? null : known(text, origin);
        List<Finding> findings = before == null ? detector.find(text, origin) : before;
        if (findings.isEmpty()) {
            if (before == null && text.length() >= WORTH_KEEPING) {
                keep(text, origin, findings);
            }
            return Look.CLEAN;
        }
        boolean isKnown = known(text, origin) != null;
        keep(text, origin, findings);
        return new Look(findings, isKnown);
    }

    private @Nullable List<Finding> known(String text, Origin origin) {
        return cache(origin).getIfPresent(text);
    }

    private void keep(String text, Origin origin, List<Finding> findings) {
        cache(origin).put(text, findings);
    }

    @SuppressWarnings("NullAway") // there is one for each
    private Cache<String, List<Finding>> cache(Origin origin) {
        return kept.get(origin);
    }
}
