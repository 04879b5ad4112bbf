package io.agentkit.chat;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How fast and at what rate a provider served a request: what it really did, which is not always what was asked for. */
public enum ServiceTier {
    /** The ordinary rate. */
    STANDARD,
    /** Answered within hours, at a discount. */
    BATCH,
    /** Answered when there is room, at a discount. */
    FLEX,
    /** Answered sooner, at a premium. */
    PRIORITY,
    /** Faster output of the same model, at a premium of its own. */
    FAST,
    /** Served from capacity that was paid for in advance. */
    PROVISIONED,
    /** A tier of a name that this version does not know; what it costs is unknown. */
    OTHER;

    private static final Map<String, ServiceTier> NAMES = Map.ofEntries(
            Map.entry("default", STANDARD),
            Map.entry("standard", STANDARD),
            Map.entry("standard_only", STANDARD),
            Map.entry("on_demand", STANDARD),
            Map.entry("batch", BATCH),
            Map.entry("flex", FLEX),
            Map.entry("on_demand_flex", FLEX),
            Map.entry("priority", PRIORITY),
            Map.entry("on_demand_priority", PRIORITY),
            Map.entry("performance", PRIORITY),
            Map.entry("fast", FAST),
            Map.entry("scale", PROVISIONED),
            Map.entry("reserved", PROVISIONED),
            Map.entry("provisioned_throughput", PROVISIONED));

    /**
     * The tier of a provider's name for it, in any case, such as {@code default}, {@code ON_DEMAND_FLEX} or {@code priority}.
     *
     * @return null when the provider did not say: for null, a blank name, {@code auto}, which repeats the question, and names that end in
     *     {@code unspecified}
     */
    public static @Nullable ServiceTier of(@Nullable String name) {
        if (name == null || name.isBlank()) {
            return null;
        }
        String plain = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        if (plain.equals("auto") || plain.endsWith("unspecified")) {
            return null;
        }
        return NAMES.getOrDefault(plain, OTHER);
    }
}
