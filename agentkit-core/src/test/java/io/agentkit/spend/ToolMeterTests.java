package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ToolMeterTests {

    private static final String ALL = "(all)";

    private final Metered metered =
            new Metered().and("charges", counting(6, "charge_card")).build();

    @Test
    void countsCallsOfTheToolsThatABudgetNames() {
        call("charge_card");
        call("look_up");

        assertThat(metered.status("charges", ALL).spent()).isEqualTo(new BudgetAmounts(Money.ZERO, 0, 1));
    }

    @Test
    void countsEveryToolForAStar() {
        Metered every = new Metered().and("tools", counting(2, "*")).build();
        every.harness.toolHandler().call(request("a"));
        every.harness.toolHandler().call(request("b"));

        assertThatExceptionOfType(BudgetExceededException.class)
                .isThrownBy(() -> every.harness.toolHandler().call(request("c")))
                .withMessage("Budget 'tools' has no calls left");
    }

    @Test
    void countsNoModelRequestsWhereABudgetNamesTools() {
        metered.replies(1).chat(Priced.request(10));

        assertThat(metered.status("charges", ALL).spent()).isEqualTo(BudgetAmounts.NONE);
    }

    @Test
    void countsNoToolsWhereABudgetNamesNone() {
        Metered models = Metered.with("b", "global", Priced.calls(1)).build();

        models.harness.toolHandler().call(request("charge_card"));
        models.harness.toolHandler().call(request("charge_card"));

        assertThat(models.status("b", ALL).spent().calls()).isZero();
    }

    @Test
    void countsACallThatFailedSinceItMayHaveWorked() {
        metered.harness.tool.fail(new IllegalStateException("broken"));

        assertThatThrownBy(() -> call("charge_card")).hasMessage("broken");

        assertThat(metered.status("charges", ALL).spent().calls()).isEqualTo(1);
    }

    @Test // BU-16
    void startsNoMoreOfABatchThanItsLimit() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(1);
        AtomicInteger refused = new AtomicInteger();
        Thread[] batch = new Thread[8];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = new Thread(() -> {
                try {
                    together.await();
                    call("charge_card");
                } catch (BudgetExceededException exceeded) {
                    refused.incrementAndGet();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            });
            batch[i].start();
        }
        together.countDown();
        for (Thread thread : batch) {
            thread.join();
        }

        assertThat(metered.harness.tool.calls()).isEqualTo(6);
        assertThat(refused).hasValue(2);
    }

    private void call(String tool) {
        metered.harness.toolHandler().call(request(tool));
    }

    private static ToolRequest request(String tool) {
        return ToolRequest.of(ToolFacts.unknown(tool), "{}");
    }

    private static BudgetSpec counting(long calls, String tool) {
        return BudgetSpec.builder("global", Priced.calls(calls)).tools(tool).build();
    }
}
