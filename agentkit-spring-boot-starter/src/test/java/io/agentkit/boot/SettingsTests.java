package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.money.Money;
import io.agentkit.resilience.RetrySpec;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettingsTests {

    @Test
    void areNamedAsInYml() {
        assertThat(Settings.of(RetrySpec.defaults()))
                .containsEntry("max-attempts", 3)
                .containsEntry("side-effects", "never")
                .doesNotContainKey("retry-if");
    }

    @Test
    void neverShowSecrets() {
        Holder holder = new Holder("sk-1", "hunter2", Map.of("api-key", "sk-2", "model", "small"), 4096);

        assertThat(Settings.of(holder))
                .isEqualTo(Map.of(
                        "api-key",
                        "******",
                        "password",
                        "******",
                        "nested",
                        Map.of("api-key", "******", "model", "small"),
                        "max-tokens",
                        4096));
    }

    @Test
    void showDurationsInTheLargestUnitWithoutAFraction() {
        assertThat(List.of("PT0S", "PT0.2S", "PT10S", "PT90S", "PT10M", "PT36H", "P2D", "PT0.000000001S"))
                .extracting(text -> Settings.duration(Duration.parse(text)))
                .containsExactly("0s", "200ms", "10s", "90s", "10m", "36h", "2d", "1ns");
    }

    @Test
    void showMoneyAsDecimalText() {
        assertThat(Settings.of(
                        new Kinds(Money.usd("0.0125"), new BigDecimal("1E+2"), TimeUnit.DAYS, ZoneId.of("UTC"), true)))
                .isEqualTo(Map.of("money", "0.0125", "decimal", "100", "unit", "days", "zone", "UTC", "flag", true));
    }

    record Holder(
            String apiKey,
            String password,
            Map<String, String> nested,
            @Nullable Integer maxTokens) {}

    record Kinds(Money money, BigDecimal decimal, TimeUnit unit, ZoneId zone, boolean flag) {}
}
