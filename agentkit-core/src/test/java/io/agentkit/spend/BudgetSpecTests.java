package io.agentkit.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.price.UnknownPrice;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BudgetSpecTests {

    @Test
    void hasDefaults() {
        BudgetSpec spec = BudgetSpec.of("tenant", Priced.usd("1"));

        assertThat(spec.window()).isEqualTo("none");
        assertThat(spec.zone().getId()).isEqualTo("UTC");
        assertThat(spec.enforcement()).isEqualTo(Enforcement.RESERVE);
        assertThat(spec.whenMissing()).isEqualTo(WhenMissing.SHARED);
        assertThat(spec.unknownPrice()).isEqualTo(UnknownPrice.REFUSE);
        assertThat(spec.tools()).isEmpty();
    }

    @Test // BU-13
    void refusesWhatCannotWork() {
        assertRefused(
                null,
                "1",
                1L,
                "none",
                Set.of(),
                "'scope' must be set: global, run, tenant, user, agent or another key of the runs' scope");
        assertRefused("run", null, null, "none", Set.of(), "one of 'maxUsd', 'maxTokens' and 'maxCalls' must be set");
        assertRefused("run", "-1", null, "none", Set.of(), "'maxUsd' must not be negative (was -1)");
        assertRefused(
                "run", null, 1L, "none", Set.of(" x"), "'tools' must be names without blanks around them (was ' x')");
        assertRefused("run", "1E+30", null, "none", Set.of(), "'maxUsd' must be below 10^15 (was 1E+30)");
        assertRefused("run", null, -1L, "none", Set.of(), "'maxCalls' must not be negative (was -1)");
        assertRefused(
                "run",
                "1",
                null,
                "7d",
                Set.of(),
                "'window' must be none, minute, hour, day (or 1d), week, month, or rolling with a length such as 'rolling 24h'"
                        + " (was 7d)");
        assertRefused(
                "run",
                "1",
                null,
                "none",
                Set.of("charge_card"),
                "'maxUsd' and 'maxTokens' must not be set beside 'tools': calls of tools cost neither, only 'maxCalls' counts them");
        assertRefused(
                "run",
                "0.0000000000000000001",
                null,
                "none",
                Set.of(),
                "'maxUsd' must have at most 18 decimals (was 1E-19)");
    }

    @Test // BU-10
    void refusesAZoneThatNothingWouldReset() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BudgetSpec.builder("run", Priced.calls(1))
                        .window("rolling 1h", ZoneId.of("Europe/Berlin"))
                        .build())
                .withMessage("'zone' must not be set without a calendar 'window': nothing would start anew at its"
                        + " midnight");
    }

    @Test
    void refusesAMeterThatCannotWork() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MeterSpec(0, null, null, null, null))
                .withMessage("'assumedMaxOutput' must be at least 1 (was 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MeterSpec(null, 500, null, null, null))
                .withMessage("'promptMargin' must be between 0 and 400 (was 500)");
        assertThat(MeterSpec.defaults()).isEqualTo(new MeterSpec(4_096, 25, 20, 95, null));
    }

    private static void assertRefused(
            @Nullable String scope,
            @Nullable String usd,
            @Nullable Long calls,
            String window,
            Set<String> tools,
            String message) {
        BigDecimal maxUsd = usd == null ? null : new BigDecimal(usd);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetSpec(
                        scope, maxUsd, null, calls, window, null, null, null, tools, null, null, null, null, null, null,
                        null, null, null))
                .withMessage(message);
    }
}
