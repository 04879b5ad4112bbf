package io.agentkit.boot.observe;

import io.agentkit.Event;
import io.agentkit.compaction.CompactionRejected;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.compaction.ContextCompacted;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** The meters of conversations that were made shorter. A model is asked after each, so to look meters up costs nothing beside. Thread-safe. */
final class CompactionMeters {

    private final MeterRegistry registry;

    CompactionMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void on(Event event) {
        if (event instanceof ContextCompacted compacted) {
            compacted(compacted, word(compacted.strategy()));
        } else if (event instanceof CompactionRejected rejected) {
            count(AgentkitMeter.COMPACTIONS, 1, rejected.chain(), word(rejected.strategy()), "rejected");
        }
    }

    private void compacted(ContextCompacted event, String strategy) {
        count(AgentkitMeter.COMPACTIONS, 1, event.chain(), strategy, outcome(event));
        count(AgentkitMeter.COMPACTION_TOKENS, event.tokensBefore(), event.chain(), strategy, "before");
        count(AgentkitMeter.COMPACTION_TOKENS, event.tokensAfter(), event.chain(), strategy, "after");
        count(AgentkitMeter.COMPACTION_MESSAGES, event.messagesBefore(), event.chain(), strategy, "before");
        count(AgentkitMeter.COMPACTION_MESSAGES, event.messagesAfter(), event.chain(), strategy, "after");
        if (event.repairs().total() > 0) {
            count(AgentkitMeter.COMPACTION_REPAIRS, event.repairs().total(), event.chain(), strategy);
        }
        if (event.fallback() != null) {
            count(
                    AgentkitMeter.COMPACTION_FALLBACKS,
                    1,
                    event.chain(),
                    strategy,
                    event.fallback().name().toLowerCase(Locale.ROOT));
        }
    }

    private static String outcome(ContextCompacted event) {
        if (event.overLimit()) {
            return "over_limit";
        }
        return event.messagesAfter() < event.messagesBefore() || event.summarized() > 0 ? "compacted" : "repaired";
    }

    private static String word(CompactionStrategy strategy) {
        return strategy.name().toLowerCase(Locale.ROOT);
    }

    private void count(AgentkitMeter meter, long amount, String... tags) {
        BudgetMeters.counter(registry, meter, tags).increment((double) amount);
    }
}
