package io.agentkit.spend;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Run;
import io.agentkit.spec.Resources;
import io.agentkit.store.FileRunLedger;
import io.agentkit.store.RunSync;
import io.agentkit.time.Time;
import java.nio.file.Path;
import java.time.Duration;

/** A process that drives a run until somebody kills it, and says how often it has asked. */
final class RunsUntilKilled {

    static final String RUN = "job";

    private RunsUntilKilled() {}

    public static void main(String[] file) {
        FileRunLedger ledger = new FileRunLedger(Path.of(file[0]), RunSync.NEVER, Duration.ofDays(1), Time.system());
        ChainEnvironment environment =
                ChainEnvironment.defaults().withPricing(Priced.PRICES).withRuns(ledger);
        var handler = Chain.chat("killed")
                .environment(environment)
                .add("meter", MeterSpec.defaults().chatMiddleware(Resources.of(environment)))
                .build()
                .around(attempt -> Priced.reply(1));
        Run run = Run.create(environment, spec -> spec.id(RUN));
        try (var frame = run.enter()) {
            while (true) {
                handler.call(Priced.request(10));
                // Written by then: whoever reads this may kill at once.
                System.out.println(frame.run().spend().requests());
            }
        }
    }
}
