package io.agentkit.resilience;

import io.agentkit.Attribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the races of one hedge share. Thread-safe. */
final class Hedges {

    /** Of a delay that does not follow the model times are kept only to tell what was saved, which takes no quantile. */
    private static final double ANY = 0.5;

    final HedgeSpec spec;
    final HedgeThreads threads;
    final HedgeBudget budget;
    final HedgeHook hook;

    /** A request's own model and the backups, as they are asked. */
    final List<Backup> models;

    /** What asked for tools gets their results: another model's thoughts would be missing there. */
    final ToolRounds<Backup> rounds = new ToolRounds<>();

    /** An own one for each hedge: another one may stand further in. */
    final Attribute<Racer> racer = Attribute.of("agentkit.hedge.racer", Racer.class);

    private final HedgeDelays delays;

    Hedges(HedgeSpec spec, List<Backup> backups, HedgeThreads threads) {
        this.spec = spec;
        List<Backup> all = new ArrayList<>(backups);
        all.add(0, Backup.OWN);
        this.models = List.copyOf(all);
        this.threads = threads;
        this.budget = new HedgeBudget(spec.maxExtraRequests(), spec.maxExtraSpend());
        this.hook = new HedgeHook(racer, budget);
        Double quantile = spec.quantile();
        this.delays = new HedgeDelays(quantile == null ? ANY : quantile);
    }

    RecentTimes times(@Nullable String model, boolean streaming) {
        return delays.of(model, streaming);
    }
}
