package io.agentkit.cache;

import io.agentkit.Attribute;
import io.agentkit.Call;
import io.agentkit.Run;
import org.jspecify.annotations.Nullable;

/**
 * What a call does with answers that are kept. A middleware outside the cache says it of one call, {@code call.with(CacheControl.ATTRIBUTE,
 * CacheControl.BYPASS)}; an application says it of a run, {@code CacheControl.REFRESH.applyTo(run)}.
 */
public enum CacheControl {
    /** Uses one that is kept, and keeps a new one: what is done where nothing is said. */
    USE,
    /** Asks anew, and keeps the answer in place of an older one. */
    REFRESH,
    /** Neither looks for one nor keeps one. */
    BYPASS;

    /** What one call does. Comes before what is said of its run. */
    public static final Attribute<CacheControl> ATTRIBUTE = Attribute.of("cache control", CacheControl.class);

    /** Has all calls of the run do so from now on, and those of runs inside it of which nothing else is said. */
    public void applyTo(Run run) {
        run.keep(ATTRIBUTE, this);
    }

    /** What the call does: as is said of it, else of its run. */
    public static CacheControl of(Call<?> call) {
        CacheControl said = call.attribute(ATTRIBUTE);
        if (said == null && call.isGrouped()) {
            said = of(call.run());
        }
        return said == null ? USE : said;
    }

    private static @Nullable CacheControl of(Run run) {
        for (Run each = run; each != null; each = each.parent()) {
            if (each.kept(ATTRIBUTE) instanceof CacheControl said) {
                return said;
            }
        }
        return null;
    }
}
