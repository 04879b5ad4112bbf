package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.money.Money;
import io.agentkit.spend.Budgets;
import io.agentkit.store.BudgetLimits;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class EnvironmentVariablesTests {

    @Test
    void setListsAndSettings() {
        with(Map.of("AGENTKIT_CHAT_CHAIN", "tracing,retry", "AGENTKIT_CHAT_RETRY_MAXATTEMPTS", "7"))
                .run(context -> {
                    Chains chains = context.getBean(Chains.class);

                    assertThat(chains.chat().names()).containsExactly("tracing", "retry");
                    assertThat(chains.settings("default", CallKind.CHAT, "retry"))
                            .isEqualTo(new PlainSpec(7));
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AGENTKIT_CHAT_CHAIN",
                "AGENTKIT_CHAT_CHAIN_0",
                "AGENTKIT_CHAT_RETRY_MAX_ATTEMPTS",
                "AGENTKIT_TOOL_TOOLS_CHARGE_CARD_SAFETY",
                "AGENTKIT_TOOL_DEFAULT_SAFETY",
                "AGENTKIT_ASSIGN_MODELS_SUPPORT_CHAT_MODEL"
            })
    void areKnownInEverySpellingThatBootReads(String variable, CapturedOutput output) {
        with(Map.of(variable, "")).run(context -> assertThat(output).doesNotContain("Nothing reads"));
    }

    @Test
    void areOnlyWarnedOfWhenNothingReadsThem(CapturedOutput output) {
        with(Map.of("AGENTKIT_CHAT_RETRYY_MAXATTEMPTS", "7"))
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output)
                .contains(
                        "Nothing reads \"AGENTKIT_CHAT_RETRYY_MAXATTEMPTS\" from property source \"systemEnvironment\":"
                                + " agentkit has no such setting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AGENTKIT_BUDGETS_TENANTDAILY_MAXUSD", "AGENTKIT_BUDGETS_TENANT_DAILY_MAX_USD"})
    void changeABudgetAndAddNoOther(String variable) {
        with(Map.of(variable, "5"))
                .withInitializer(TestChains.file("agentkit: { chat.chain: [meter], budgets: {"
                        + " tenant-daily: { scope: tenant, max-usd: 1 }, other: { scope: run, max-usd: 5 } } }"))
                .withInitializer(context -> {
                    var sources = context.getEnvironment().getPropertySources();
                    sources.addFirst(sources.get(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME));
                })
                .run(context -> {
                    Budgets budgets = context.getBean(Budgets.class);

                    assertThat(budgets.names()).containsExactlyInAnyOrder("tenant-daily", "other");
                    assertThat(budgets.limits("tenant-daily")).isEqualTo(new BudgetLimits(Money.usd(5), null, null));
                });
    }

    private static ApplicationContextRunner with(Map<String, Object> variables) {
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        return TestChains.runner()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .replace(name, new SystemEnvironmentPropertySource(name, variables)));
    }
}
