package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.TestChains.Printed;
import io.agentkit.money.Money;
import io.agentkit.price.LivePrices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Values, blocks and lists in each other's place, and values that would be read as something else. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationShapeTests {

    @Test
    void refusesAValueInPlaceOfEverything() {
        assertThat(failureOf("agentkit: 5"))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit
                        Value: "5"
                        Origin: Byte array resource [application.yml] - 1:11
                        Reason: This is a block of settings and takes no value itself
                        """,
                                "Write its settings below it: enabled, chat, tool, budgets, rate-limiters, pricing, chains, assign, spring-ai, audit, runs, store, stores, jdbc."));
    }

    @Test
    void refusesAValueInPlaceOfNames() {
        assertThat(failureOf("agentkit.budgets: 5"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets
                        Value: "5"
                        Origin: Byte array resource [application.yml] - 1:19
                        Reason: This is a block of settings and takes no value itself
                        """, "Write names of your own below it, each with what belongs to it."));
    }

    @Test
    void refusesAListInPlaceOfAChainsBlock() {
        assertThat(failureOf("agentkit.chat: [tracing, retry]"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat[0]
                        Value: "tracing"
                        Origin: Byte array resource [application.yml] - 1:17
                        Reason: 'agentkit.chat' is a block of settings and no list
                        """, "Write the list one level below: 'agentkit.chat.chain: [...]'."));
    }

    @Test
    void refusesAListInPlaceOfAnotherBlock() {
        assertThat(failureOf("agentkit.chains.support: [tracing]").action()).isEqualTo("Known settings: chat, tool.");
    }

    @Test
    void refusesABlockInPlaceOfAList() {
        assertThat(failureOf("agentkit.chat.chain: { tracing: , retry: }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.chain.tracing
                        Origin: Byte array resource [application.yml] - 1:32
                        Reason: 'agentkit.chat.chain' is a list and no block of settings
                        """, "Write the values in brackets, such as [a, b], or each behind a dash."));
    }

    @Test
    void tellsWhereSettingsStandThatWereWrittenIntoTheList() {
        assertThat(failureOf("agentkit.chat.chain: [tracing, retry: { max-attempts: 3 }]")
                        .action())
                .isEqualTo("Remove it: 'agentkit.chat.chain[1]' takes a value and no settings."
                        + " The settings of a middleware stand in a block of its name beside the list.");
    }

    @Test
    void doesNotTalkOfDotsWhereNoNameIsChosen() {
        assertThat(failureOf("agentkit.chains.support.chat.chian: [tracing]").action())
                .isEqualTo(
                        "Did you mean 'chain'? Known settings: chain, compaction, cost, depth-limit, fallback, hedge, memoize, meter, noting, output-coerce, rate-limit, retry, security, semantic-memoize, timeout, tracing.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e30", ".inf"})
    void refusesWhatWouldBeCutToAWholeNumber(String number) {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.daily: { scope: tenant, max-tokens: %s } }"
                                .formatted(number))
                        .description())
                .contains("Property: agentkit.budgets.daily.max-tokens", "Reason: The value is not a whole number");
    }

    @Test
    void takesAWholeNumberInAnyNotation() {
        TestChains.yml("agentkit: { chat.chain: [meter], budgets.daily: { scope: tenant, max-tokens: 1e3 } }")
                .run(context -> assertThat(context.getBean(AgentkitProperties.class)
                                .budgets()
                                .get("daily")
                                .maxTokens())
                        .isEqualTo(1000));
    }

    @Test // CO-14
    void refusesANameThatWouldBeReadAsAnother() {
        assertThat(failureOf("agentkit.pricing.models: { openai/gpt-5: { input: 2, output: 8 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.pricing.models.openai/gpt-5.input
                        Origin: Byte array resource [application.yml] - 1:51
                        Reason: Only letters, digits, dashes and underscores of 'openai/gpt-5' would be read
                        """, "Write the name in quotes and brackets: \"[openai/gpt-5]\"."));
    }

    @Test
    void takesAnyNameInBrackets() {
        TestChains.yml("agentkit.pricing.models: { '[größe/5 x.y]': { input: 2, output: 8 } }")
                .run(context -> assertThat(context.getBean(AgentkitProperties.class)
                                .pricing()
                                .models())
                        .containsOnlyKeys("größe/5 x.y"));
    }

    @Test
    void pricesAModelByTheSecond() {
        TestChains.yml("agentkit.pricing.models: { whisper: { per-second: 0.0001 } }")
                .run(context -> assertThat(
                                context.getBean(LivePrices.class).book().measured(null, "whisper", 0, 60))
                        .isEqualTo(Money.usd("0.006")));
        assertThat(failureOf("agentkit.pricing.models.m: { per-second: -1 }").description())
                .contains(
                        "Property: agentkit.pricing.models.m.per-second", "'per-second' must not be negative (was -1)");
        assertThat(failureOf("agentkit.pricing.models.m: { per-request: 1 }").description())
                .contains("'input' must not be null");
    }

    @Test
    void refusesMoneyThatNobodyHas() {
        assertThat(failureOf("agentkit.pricing.models.m: { input: 1e40, output: 8 }")
                        .description())
                .contains("Property: agentkit.pricing.models.m.input", "'input' must be below 10^12 (was 1.0E+40)");
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.daily: { scope: tenant, max-usd: 1e30 } }")
                        .description())
                .contains("'max-usd' must be below 10^15 (was 1.0E+30)");
    }

    @Test
    void refusesToLeaveABeanAsItIsThatDoesNotExist() {
        assertThat(failureOf("agentkit.spring-ai.exclude-beans: plainModel"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.spring-ai.exclude-beans
                        Origin: Byte array resource [application.yml] - 1:35
                        Reason: There is no bean 'plainModel'
                        """, "Write the names of beans that are to be left as they are."));
    }

    @Test
    void tellsHowLargeAWholeNumberMayBe() {
        assertThat(failureOf("agentkit: { chat.chain: [meter, retry], chat.retry.max-attempts: 5000000000 }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.retry.max-attempts
                        Value: "5000000000"
                        Origin: Byte array resource [application.yml] - 1:66
                        Reason: The value is too large
                        """, "Write a whole number of at most 2147483647."));
    }

    @Test
    void warnsOfAScopeThatMayBeASlip(CapturedOutput output) {
        TestChains.yml("agentkit: { chat.chain: [meter], budgets: { a: { scope: Tenant, max-calls: 1 },"
                        + " b: { scope: project, max-calls: 1 } } }")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output)
                .contains("Budget 'a' is kept for 'Tenant', a scope key of the application's own; was 'tenant' meant?")
                .doesNotContain("'project'");
    }
}
