package io.agentkit.usage;

import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one message of an answer. Counts in a stream are cumulative, so of each field the last one that is not null counts, and
 * nothing is ever added up. Not thread-safe.
 */
final class MessageCounts {

    private final Map<UsageShape, Map<String, Object>> shapes = new HashMap<>();
    private @Nullable ServiceTier tier;

    boolean isEmpty() {
        return shapes.isEmpty();
    }

    /** Takes these counts for the newest. */
    void add(Part counts) {
        UsageShape shape = UsageShape.of(counts);
        if (shape == null) {
            return;
        }
        tier(shape.tier(counts));
        Map<String, Object> known = shapes.get(shape);
        if (known == null) {
            shapes.put(shape, copy(counts.fields()));
        } else if (isPositive(counts.fields()) || !isPositive(known)) {
            // Nothing that grows falls back to nothing: some servers send zeros after the counts.
            merge(known, counts.fields());
        }
    }

    void tier(@Nullable String name) {
        ServiceTier named = ServiceTier.of(name);
        tier = named == null ? tier : named;
    }

    /** What was used; null when no counts came. */
    @Nullable
    Usage usage(@Nullable String model, @Nullable String provider, Findings findings) {
        for (UsageShape shape : UsageShape.ALL) {
            Map<String, Object> counts = shapes.get(shape);
            if (counts != null) {
                Usage usage = shape.read(new Part(counts, findings), model, provider);
                UsageDetails details = usage.details().withTier(tier);
                return details == usage.details() ? usage : usage.withDetails(details);
            }
        }
        return null;
    }

    List<OtherModelUsage> others(Findings findings) {
        List<OtherModelUsage> others = new ArrayList<>();
        shapes.forEach((shape, counts) -> others.addAll(shape.others(new Part(counts, findings))));
        return others;
    }

    private static void merge(Map<String, Object> known, Map<String, Object> newer) {
        newer.forEach((field, value) -> {
            if (value instanceof Map<?, ?> object && known.get(field) instanceof Map<?, ?> older) {
                merge(object(older), object(object));
            } else {
                known.put(field, value instanceof Map<?, ?> object ? copy(object(object)) : value);
            }
        });
    }

    private static Map<String, Object> copy(Map<String, Object> fields) {
        Map<String, Object> copy = new HashMap<>();
        merge(copy, fields);
        return copy;
    }

    /** Whether a count above 0 is among them, or something that is no count. */
    private static boolean isPositive(Map<String, Object> fields) {
        for (Object value : fields.values()) {
            if (value instanceof Long count
                    ? count > 0
                    : !(value instanceof Map<?, ?> object) || isPositive(object(object))) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<?, ?> value) {
        return (Map<String, Object>) value;
    }
}
