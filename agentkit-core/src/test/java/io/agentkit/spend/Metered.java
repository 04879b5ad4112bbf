package io.agentkit.spend;

import io.agentkit.CallSettings;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.test.ChainHarness;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A chain with budgets around a priced model, for the tests of this package. */
final class Metered {

    final ChainHarness harness = ChainHarness.create().pricing(Priced.PRICES);
    final CostMeter costs = new CostMeter(harness.time);
    private final Map<String, BudgetSpec> specs = new LinkedHashMap<>();
    private Budgets budgets = Budgets.none();

    static Metered with(String name, String scope, BudgetLimits limits) {
        return new Metered().and(name, scope, limits);
    }

    Metered and(String name, String scope, BudgetLimits limits) {
        return and(name, BudgetSpec.of(scope, limits));
    }

    Metered and(String name, BudgetSpec spec) {
        specs.put(name, spec);
        return this;
    }

    /** Puts meter and cost into the chains, after what the test put there. */
    Metered build() {
        budgets = Budgets.of(specs, new InMemoryBudgetStore(harness.time));
        var resources = harness.resources(budgets, costs);
        harness.add("meter", MeterSpec.defaults().chatMiddleware(resources));
        harness.add("cost", CostSpec.defaults().chatMiddleware(resources));
        harness.addTool("meter", MeterSpec.defaults().toolMiddleware(resources));
        return this;
    }

    Budgets budgets() {
        return budgets;
    }

    Metered replies(int... cents) {
        for (int each : cents) {
            harness.model.reply(Priced.reply(each));
        }
        return this;
    }

    ChatReply chat(ChatRequest request) {
        return harness.chatHandler().call(request);
    }

    /** Asks in a run of its own. */
    ChatReply chat(ChatRequest request, Consumer<Run.Spec> run) {
        return harness.chatHandler()
                .call(request, CallSettings.DEFAULTS.withRun(Run.create(harness.environment(), run)));
    }

    BudgetStatus status(String name, String key) {
        BudgetStatus status = budgets.find(name, key);
        if (status == null) {
            throw new AssertionError("There is no budget '%s'".formatted(name));
        }
        return status;
    }

    Money spent(String name, String key) {
        return status(name, key).spent().usd();
    }
}
