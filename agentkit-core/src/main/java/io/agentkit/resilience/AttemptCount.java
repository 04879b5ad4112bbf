package io.agentkit.resilience;

import io.agentkit.Attribute;
import io.agentkit.Call;
import io.agentkit.CallMeta;
import io.agentkit.chat.Request;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the attempts of one call that failed, over all layers that repeat it: three attempts around three attempts are three in all, and
 * not nine. A tool in which an agent gave up counts as many as that one made. Nothing is written before something fails.
 */
final class AttemptCount {

    private static final Attribute<AtomicInteger> FAILED = Attribute.of("retry.failed", AtomicInteger.class);

    /** What was counted when the outermost of the layers around this one began; travels inwards with its repeated attempts. */
    private static final Attribute<Integer> BEFORE = Attribute.of("retry.before", Integer.class);

    private AttemptCount() {}

    /** Failed attempts of the call so far, before the layers around this one included. */
    static int failed(Call<?> call) {
        AtomicInteger count = call.meta().get(FAILED);
        return count == null ? 0 : count.get();
    }

    /**
     * Failed attempts so far, the one that has just failed included.
     *
     * @param seen the count when it began: a layer inside has counted what it made of it
     * @param inside attempts of an agent that worked inside of it
     */
    static int failed(Call<?> call, int seen, int inside) {
        CallMeta meta = call.meta();
        AtomicInteger count = meta.get(FAILED);
        if (count == null) {
            count = new AtomicInteger();
            meta.put(FAILED, count);
        }
        return count.get() > seen ? count.get() : count.addAndGet(Math.max(1, inside));
    }

    /** The count when the outermost layer around began; null when none around has begun anew. */
    static @Nullable Integer before(Call<?> call) {
        return call.attribute(BEFORE);
    }

    /** The call for a repeated attempt. */
    static <Q extends Request> Call<Q> repeated(Call<Q> call, int before) {
        return call.with(BEFORE, before);
    }
}
