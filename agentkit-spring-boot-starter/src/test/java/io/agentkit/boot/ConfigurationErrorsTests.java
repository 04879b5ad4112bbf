package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static io.agentkit.boot.TestChains.yml;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import io.agentkit.boot.TestChains.Printed;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Messages are interface: compared whole. */
class ConfigurationErrorsTests {

    @Test // BU-13
    void refusesAnUnknownSetting() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain: [tracing, retry]
                            retry:
                              max-attemps: 4
                        """))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.retry.max-attemps
                        Value: "4"
                        Origin: Byte array resource [application.yml] - 5:20
                        Reason: There is no setting 'max-attemps' below 'agentkit.chat.retry'
                        """, "Did you mean 'max-attempts'? Known settings: max-attempts."));
    }

    @Test
    void refusesATimeoutWithoutALimit() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain: [tracing, timeout]
                        """)).isEqualTo(Printed.of("""
                        Property: agentkit.chat.timeout.total
                        Origin: Byte array resource [application.yml] - 3:22
                        Reason: 'total' must be set, or another limit: there is no default
                        """, "Write 'agentkit.chat.timeout.total'."));
    }

    @Test
    void refusesAFallbackWithoutModels() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain: [tracing, fallback]
                        """)).isEqualTo(Printed.of("""
                        Property: agentkit.chat.fallback.models
                        Origin: Byte array resource [application.yml] - 3:22
                        Reason: 'models' must be set: the models to ask, in order
                        """, "Write 'agentkit.chat.fallback.models'."));
    }

    @Test
    void refusesWhatIsSaidAboutAModelThatIsNotListed() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain: [tracing, fallback]
                            fallback:
                              models: [gpt-5-mini, gpt-5-nano]
                              targets:
                                gpt-5-mimi: { context-window: 400000 }
                        """))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chat.fallback.targets.gpt-5-mimi.context-window
                        Value: "400000"
                        Origin: Byte array resource [application.yml] - 7:39
                        Reason: 'targets' must be about names in 'models', which are gpt-5-mini, gpt-5-nano (was 'gpt-5-mimi')
                        """, "Correct the value of 'agentkit.chat.fallback.targets.gpt-5-mimi.context-window'."));
    }

    @Test
    void refusesALimitOfStreamsForTools() {
        assertThat(failureOf("""
                        agentkit:
                          tool:
                            chain: [timeout]
                            timeout:
                              total: 30s
                              first-token: 10s
                        """)).isEqualTo(Printed.of("""
                        Property: agentkit.tool.timeout.first-token
                        Value: "10s"
                        Origin: Byte array resource [application.yml] - 6:20
                        Reason: 'firstToken' is for chat chains: tools do not stream
                        """, "Remove 'agentkit.tool.timeout.first-token' here."));
    }

    @Test
    void tellsAllMistakesAtOnce() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain: [tracing, retrry, meter]
                            retry: { max-attempts: 4 }
                            meter: { max-attemps: 4 }
                          tool:
                            chain: [meter, meter]
                          budgets:
                            one: { scope: tenant, max-usd: lots }
                            two: { scope: tenant }
                          assign:
                            models: { chatModel: missing }
                        """).description().replaceAll("(?m)^( *Remedy: .{0,20}).*$", "$1"))
                .isEqualTo("""
                        The configuration of agentkit is not valid in 6 places:

                            Property: agentkit.chat.meter.max-attemps
                            Value: "4"
                            Origin: Byte array resource [application.yml] - 5:27
                            Reason: There is no setting 'max-attemps' below 'agentkit.chat.meter'
                            Remedy: Did you mean 'max-at

                            Property: agentkit.chat.chain[1]
                            Value: "retrry"
                            Origin: Byte array resource [application.yml] - 3:22
                            Reason: There is no middleware 'retrry' for chat chains
                            Remedy: Did you mean 'retry'

                            Property: agentkit.tool.chain[1]
                            Value: "meter"
                            Origin: Byte array resource [application.yml] - 7:20
                            Reason: 'meter' stands in the list twice
                            Remedy: Remove one of the tw

                            Property: agentkit.assign.models.chatModel
                            Value: "missing"
                            Origin: Byte array resource [application.yml] - 12:26
                            Reason: There is no pair of chains 'missing'
                            Remedy: Pairs: default.

                            Property: agentkit.budgets.one.max-usd
                            Value: "lots"
                            Origin: Byte array resource [application.yml] - 9:36
                            Reason: The value is not a decimal number, such as 0.25
                            Remedy: Write a decimal numb

                            Property: agentkit.budgets.two
                            Origin: Byte array resource [application.yml] - 10:19
                            Reason: one of 'max-usd', 'max-tokens' and 'max-calls' must be set
                            Remedy: Correct the settings""");
    }

    @Test
    void refusesAnUnknownKeyAtTheTop() {
        assertThat(failureOf("agentkit: { chta: { chain: [] } }"))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.chta.chain
                        Origin: Byte array resource [application.yml] - 1:28
                        Reason: There is no setting 'chta' below 'agentkit'
                        """,
                                "Did you mean 'chat'? Known settings: assign, audit, budgets, chains, chat, enabled, jdbc, pricing, rate-limiters, runs, spring-ai, store, stores, tool."));
    }

    @Test
    void refusesABlockOfAMiddlewareThatDoesNotExist() {
        assertThat(failureOf("agentkit.chat: { chain: [tracing], retrry: { max-attempts: 4 } }"))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.chat.retrry.max-attempts
                        Value: "4"
                        Origin: Byte array resource [application.yml] - 1:60
                        Reason: There is no setting 'retrry' below 'agentkit.chat'
                        """,
                                "Did you mean 'retry'? Known settings: chain, compaction, cost, depth-limit, fallback, hedge, memoize, meter, noting, output-coerce, rate-limit, retry, security, semantic-memoize, timeout, tracing."));
    }

    @Test
    void refusesASettingBelowAValue() {
        assertThat(failureOf("agentkit.enabled.really: true"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.enabled.really
                        Value: "true"
                        Origin: Byte array resource [application.yml] - 1:26
                        Reason: There is no setting 'really' below 'agentkit.enabled'
                        """, "Remove it: 'agentkit.enabled' takes a value and no settings."));
    }

    @Test
    void refusesAValueInPlaceOfABlock() {
        assertThat(failureOf("agentkit.chat: { chain: [retry], retry: 4 }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.retry
                        Value: "4"
                        Origin: Byte array resource [application.yml] - 1:41
                        Reason: This is a block of settings and takes no value itself
                        """, "Write its settings below it: max-attempts."));
    }

    @Test
    void refusesAnUnknownMiddlewareAndSuggestsTheOneThatWasMeant() {
        assertThat(failureOf("""
                        agentkit:
                          chat:
                            chain:
                              - tracing
                              - retrry
                        """))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chat.chain[1]
                        Value: "retrry"
                        Origin: Byte array resource [application.yml] - 5:9
                        Reason: There is no middleware 'retrry' for chat chains
                        """,
                        "Did you mean 'retry'? Built in: compaction, cost, depth-limit, fallback, hedge, memoize, meter, noting, output-coerce, rate-limit, retry, security, semantic-memoize, timeout, tracing. Beans of the application: none."
                                + " A middleware of your own is a bean of type ChatMiddleware."));
    }

    @Test
    void suggestsTheApplicationsOwnMiddlewareToo() {
        assertThat(failureOf(yml("agentkit.tool.chain: [mask]")
                        .withBean("masks", ToolMiddleware.class, () -> (call, next) -> next.call(call))))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.tool.chain[0]
                        Value: "mask"
                        Origin: Byte array resource [application.yml] - 1:23
                        Reason: There is no middleware 'mask' for tool chains
                        """,
                        "Did you mean 'masks'? Built in: approval, audit, depth-limit, egress, idempotent, memoize, meter, noting, policy, rate-limit, retry, security, timeout, tool-log, tracing. Beans of the application: masks."
                                + " A middleware of your own is a bean of type ToolMiddleware."));
    }

    @Test
    void refusesABuiltInMiddlewareInTheWrongKindOfChain() {
        assertThat(failureOf("agentkit.chat.chain: [audit]"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.chain[0]
                        Value: "audit"
                        Origin: Byte array resource [application.yml] - 1:23
                        Reason: 'audit' cannot stand in chat chains
                        """, "Remove it here; it can stand in the tool chain."));
    }

    @Test
    void refusesABlockInTheWrongKindOfChain() {
        assertThat(failureOf("agentkit.chat: { chain: [], audit: { size: 3 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.audit.size
                        Value: "3"
                        Origin: Byte array resource [application.yml] - 1:44
                        Reason: 'audit' cannot stand in chat chains
                        """, "Move the block to the tool chain."));
    }

    @Test
    void refusesANameThatStandsInAListTwice() {
        assertThat(failureOf("agentkit.chat.chain: retry, tracing, retry"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.chain
                        Value: "retry, tracing, retry"
                        Origin: Byte array resource [application.yml] - 1:22
                        Reason: 'retry' stands in the list twice
                        """, "Remove one of the two: a middleware stands at one place of a chain."));
    }

    @Test
    void refusesABlockThatTheListOfTheSameDocumentDoesNotUse() {
        assertThat(failureOf("agentkit.chat: { chain: [tracing], retry: { max-attempts: 4 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.retry
                        Origin: Byte array resource [application.yml] - 1:59
                        Reason: No list uses this block: 'retry' does not stand in 'agentkit.chat.chain'
                        """, "Put 'retry' into 'agentkit.chat.chain', or remove the block."));
    }

    @Test
    void refusesABlockWithoutAnyListAndNamesTheListToWrite() {
        assertThat(failureOf("agentkit.chat.retry.max-attempts: 4"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.retry
                        Origin: Byte array resource [application.yml] - 1:35
                        Reason: No list uses this block: 'agentkit.chat.chain' was not written
                        """, "Write the list: 'agentkit.chat.chain: [tracing, cost, retry]'."));
    }

    @Test
    void refusesAValueThatDoesNotFitItsType() {
        assertThat(failureOf("agentkit.chat: { chain: [noting], noting: { limit: soon } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.noting.limit
                        Value: "soon"
                        Origin: Byte array resource [application.yml] - 1:52
                        Reason: The value is not a duration, such as 500ms, 30s or 10m
                        """, "Write a duration, such as 500ms, 30s or 10m."));
    }

    @Test
    void refusesAWordThatIsNotOneOfTheLegalOnes() {
        assertThat(failureOf("agentkit.tool.tools.charge_card.safety: side-efect"))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.tool.tools.charge_card.safety
                        Value: "side-efect"
                        Origin: Byte array resource [application.yml] - 1:41
                        Reason: The value is not one of 'read-only', 'idempotent', 'side-effect', 'unknown'
                        """, "Did you mean 'side-effect'? Write one of: read-only, idempotent, side-effect, unknown."));
    }

    @Test
    void refusesAValueThatTheSettingsThemselvesRefuse() {
        assertThat(failureOf("agentkit.chat: { chain: [noting], noting: { limit: 1s, times: 0 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.noting.times
                        Value: "0"
                        Origin: Byte array resource [application.yml] - 1:63
                        Reason: 'times' must be at least 1 (was 0)
                        """, "Correct the value of 'agentkit.chat.noting.times'."));
    }

    @Test
    void refusesAMiddlewareThatLacksASettingItNeeds() {
        assertThat(failureOf("agentkit.chat.chain: [tracing, noting]"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.noting.limit
                        Origin: Byte array resource [application.yml] - 1:32
                        Reason: 'limit' must be set
                        """, "Write 'agentkit.chat.noting.limit'."));
    }

    @Test
    void refusesABeanOfAnotherTypeInAList() {
        assertThat(failureOf(yml("agentkit.chat.chain: [mask]").withBean("mask", String.class, () -> "no middleware")))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chat.chain[0]
                        Value: "mask"
                        Origin: Byte array resource [application.yml] - 1:23
                        Reason: The bean 'mask' is a java.lang.String and cannot stand in a chat chain
                        """, "Declare the bean 'mask' as ChatMiddleware, also as the return type of its method."));
    }

    @Test
    void refusesAReplacementOfAnotherType() {
        assertThat(failureOf(yml("agentkit.chat.chain: [retry]")
                        .withBean("agentkit.chat.retry", ToolMiddleware.class, () -> (call, next) -> next.call(call))))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.chat.chain[0]
                        Value: "retry"
                        Origin: Byte array resource [application.yml] - 1:23
                        Reason: The bean 'agentkit.chat.retry' is a io.agentkit.ToolMiddleware and cannot stand in a chat chain
                        """,
                                "Declare the bean 'agentkit.chat.retry' as ChatMiddleware, also as the return type of its method."));
    }

    @Test
    void refusesAnApplicationsMiddlewareNamedLikeABuiltInOne() {
        ApplicationContextRunner runner =
                TestChains.runner().withBean("retry", ChatMiddleware.class, () -> (call, next) -> next.call(call));

        assertThat(failureOf(runner))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chat.chain
                        Reason: The application's middleware bean 'retry' is named like a built-in middleware, so a list could never mean it
                        """,
                        "Rename the bean, for example to 'myRetry', and write that into the list."
                                + " To replace the built-in one, name the bean 'agentkit.chat.retry'."));
    }

    @Test
    void refusesSettingsOfTheApplicationsOwnMiddleware() {
        assertThat(failureOf(yml("agentkit.chat: { chain: [pii], pii: { mask: x } }")
                        .withBean("pii", ChatMiddleware.class, () -> (call, next) -> next.call(call))))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.chat.pii.mask
                        Value: "x"
                        Origin: Byte array resource [application.yml] - 1:45
                        Reason: 'pii' is a middleware of the application
                        """,
                                "Read its settings from a prefix of the application's own: agentkit knows only its own middlewares."));
    }

    @Test
    void refusesAPairThatTakesTheNameOfTheDefaultOne() {
        assertThat(failureOf("agentkit.chains.default.chat.chain: [retry]"))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chains.default
                        Origin: Byte array resource [application.yml] - 1:38
                        Reason: 'default' is the pair at 'agentkit.chat' and 'agentkit.tool'
                        """, "Write these chains below 'agentkit.chat' and 'agentkit.tool', or choose another name."));
    }

    @Test
    void refusesAKeyThatIsReserved() {
        assertThat(failureOf("agentkit.chains.support: { extends: other }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chains.support.extends
                        Value: "other"
                        Origin: Byte array resource [application.yml] - 1:37
                        Reason: 'extends' is kept for a later version
                        """, "Write out both lists of the chain pair."));
    }

    @Test
    void refusesAnAssignmentToAPairThatDoesNotExist() {
        assertThat(failureOf("""
                        agentkit:
                          chains.support.chat.chain: [retry]
                          assign.models.supportChatModel: suport
                        """)).isEqualTo(Printed.of("""
                        Property: agentkit.assign.models.supportChatModel
                        Value: "suport"
                        Origin: Byte array resource [application.yml] - 3:35
                        Reason: There is no pair of chains 'suport'
                        """, "Did you mean 'support'? Pairs: default, support."));
    }

    @Test
    void refusesAnAssignmentOfABeanThatDoesNotExist() {
        assertThat(failureOf("agentkit.assign.models.supportChatModel: default"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.assign.models.supportChatModel
                        Value: "default"
                        Origin: Byte array resource [application.yml] - 1:42
                        Reason: There is no bean 'supportChatModel'
                        """, "Write the name of the model's bean."));
    }

    @Test
    void namesTheBeanThatASettingAsksForAndThatIsMissing() {
        assertThat(failureOf("agentkit.chat: { chain: [noting], noting: { limit: 1s, collaborator: judge } }"))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.chat.noting.collaborator
                        Value: "judge"
                        Origin: Byte array resource [application.yml] - 1:70
                        Reason: there is no Runnable named 'judge'
                        """, "Declare the bean that the settings below 'agentkit.chat.noting' name or need."));
    }

    @Test
    void refusesABudgetThatNobodyWouldKeep() {
        assertThat(failureOf("agentkit: { chat.chain: [tracing], budgets.per_run: { scope: run, max-calls: 3 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets.per_run
                        Origin: Byte array resource [application.yml] - 1:62
                        Reason: No chat chain has 'meter', so this budget of model requests would never be charged
                        """, "Put 'meter' into 'agentkit.chat.chain', or remove the budget."));
    }

    @Test // BU-13
    void refusesABudgetThatIsAPartOfOneThatDoesNotExist() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets: { tenants: { scope: tenant, max-calls: 9 }, "
                        + "users: { scope: user, max-calls: 3, parent: tenant } } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets.users.parent
                        Value: "tenant"
                        Origin: Byte array resource [application.yml] - 1:131
                        Reason: There is no budget 'tenant'
                        """, "Did you mean 'tenants'? Budgets: tenants, users."));
    }

    @Test
    void refusesABudgetThatIsAPartOfItself() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets: { a: { scope: run, max-calls: 9, parent: b }, "
                                + "b: { scope: run, max-calls: 3, parent: a } } }")
                        .action())
                .isEqualTo("Take 'parent' away from one of the budgets in the circle.");
    }

    @Test // BU-13
    void tellsWhatIsWrongWithAllParentsAlsoBesideOtherMistakes() {
        assertThat(failureOf("""
                        agentkit:
                          chat.chain: [meter]
                          tool.chain: [meter]
                          budgets:
                            wrong: { scope: tenant, max-usd: -1, parent: rwong }
                            of-wrong: { scope: user, max-calls: 3, parent: wrong }
                            lost: { scope: user, max-calls: 3, parent: wrogn }
                            tools: { scope: run, max-calls: 3, tools: [send_mail], parent: lost }
                            a: { scope: run, max-calls: 9, parent: b }
                            b: { scope: run, max-calls: 3, parent: a }
                            into-circle: { scope: run, max-calls: 3, parent: a }
                            self: { scope: run, max-calls: 3, parent: self }
                        """).description()).isEqualTo("""
                        The configuration of agentkit is not valid in 6 places:

                            Property: agentkit.budgets.wrong.max-usd
                            Value: "-1"
                            Origin: Byte array resource [application.yml] - 5:38
                            Reason: 'max-usd' must not be negative (was -1)
                            Remedy: Correct the value of 'agentkit.budgets.wrong.max-usd'.

                            Property: agentkit.budgets.wrong.parent
                            Value: "rwong"
                            Origin: Byte array resource [application.yml] - 5:50
                            Reason: There is no budget 'rwong'
                            Remedy: Did you mean 'wrong'? Budgets: wrong, of-wrong, lost, tools, a, b, into-circle, self.

                            Property: agentkit.budgets.lost.parent
                            Value: "wrogn"
                            Origin: Byte array resource [application.yml] - 7:48
                            Reason: There is no budget 'wrogn'
                            Remedy: Did you mean 'wrong'? Budgets: wrong, of-wrong, lost, tools, a, b, into-circle, self.

                            Property: agentkit.budgets.tools.parent
                            Value: "lost"
                            Origin: Byte array resource [application.yml] - 8:68
                            Reason: One of 'tools' and 'lost' counts model requests and the other calls of tools
                            Remedy: Name a budget that counts the same, or none.

                            Property: agentkit.budgets.a.parent
                            Value: "b"
                            Origin: Byte array resource [application.yml] - 9:44
                            Reason: 'a' would be a part of itself: a in b in a
                            Remedy: Take 'parent' away from one of the budgets in the circle.

                            Property: agentkit.budgets.self.parent
                            Value: "self"
                            Origin: Byte array resource [application.yml] - 12:47
                            Reason: 'self' would be a part of itself: self in self
                            Remedy: Take 'parent' away from one of the budgets in the circle.""");
    }

    @Test // BU-08, BU-09
    void refusesAWindowThatIsNone() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.b: { scope: run, max-calls: 3, window: 90s } }")
                        .description())
                .contains("'window' must be none, minute, hour, day (or 1d), week, month, or rolling with a length");
    }

    @Test
    void refusesABudgetWhoseKindOfChainHasNoMeter() {
        assertThat(failureOf("agentkit: { tool.chain: [meter], budgets.daily: { scope: tenant, max-usd: 3 } }")
                        .action())
                .isEqualTo("Put 'meter' into 'agentkit.chat.chain', or remove the budget.");
        assertThat(
                        failureOf(
                                "agentkit: { chat.chain: [meter], budgets.mails: { scope: run, max-calls: 3, tools: [send_mail] } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets.mails
                        Origin: Byte array resource [application.yml] - 1:58
                        Reason: No tool chain has 'meter', so this budget of tool calls would never be charged
                        """, "Put 'meter' into 'agentkit.tool.chain', or remove the budget."));
    }

    @Test // BU-13
    void refusesAMisspeltSettingOfABudget() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.per-run: { scope: run, max-usdd: 3 } }"))
                .isEqualTo(Printed.of(
                        """
                        Property: agentkit.budgets.per-run.max-usdd
                        Value: "3"
                        Origin: Byte array resource [application.yml] - 1:75
                        Reason: There is no setting 'max-usdd' below 'agentkit.budgets.per-run'
                        """,
                        "Did you mean 'max-usd'? Known settings: allow-unbounded, degrade-to, enforcement, finish-text, lease, "
                                + "max-calls, max-tokens, max-usd, min-output, on-exceeded, parent, scope, thresholds, tools, "
                                + "unknown-price, when-missing, window, zone."));
    }

    @Test
    void namesTheSettingThatABudgetLacks() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.per_run: { max-calls: 3 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets.per_run.scope
                        Origin: Byte array resource [application.yml] - 1:64
                        Reason: 'scope' must be set: global, run, tenant, user, agent or another key of the runs' scope
                        """, "Write 'agentkit.budgets.per_run.scope'."));
    }

    @Test
    void namesTheBudgetWhenSettingsDoNotGoTogether() {
        assertThat(failureOf("agentkit: { chat.chain: [meter], budgets.per-run: { scope: run } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.budgets.per-run
                        Origin: Byte array resource [application.yml] - 1:60
                        Reason: one of 'max-usd', 'max-tokens' and 'max-calls' must be set
                        """, "Correct the settings below 'agentkit.budgets.per-run'."));
    }

    @Test // BU-13
    void saysOfEachMistakeInABudgetWhereItIsAndWhatToWrite() {
        assertThat(failureOf("""
                        agentkit:
                          chat.chain: [meter]
                          budgets:
                            window: { scope: run, max-usd: 1, window: 90s }
                            zone: { scope: run, max-usd: 1, window: 1d, zone: Europe/Berln }
                            zone-alone: { scope: run, max-usd: 1, zone: Europe/Berlin }
                            digits: { scope: run, max-usd: 0.1234567890123456789 }
                            quoted: { scope: run, max-usd: "0.1234567890123456789" }
                            large: { scope: run, max-usd: 1e20 }
                            thresholds: { scope: run, max-usd: 1, thresholds: [50, 101] }
                            threshold: { scope: run, max-usd: 1, thresholds: [0] }
                            word: { scope: run, max-usd: 1, on-exceeded: stop }
                            degrade: { scope: run, max-usd: 1, on-exceeded: degrade }
                            no-degrade: { scope: run, max-usd: 1, degrade-to: mini }
                            tools: { scope: run, max-usd: 1, tools: [sendMail] }
                        """).description()).isEqualTo("""
                        The configuration of agentkit is not valid in 12 places:

                            Property: agentkit.budgets.window.window
                            Value: "90s"
                            Origin: Byte array resource [application.yml] - 4:47
                            Reason: 'window' must be none, minute, hour, day (or 1d), week, month, or rolling with a length such as 'rolling 24h' (was 90s)
                            Remedy: Correct the value of 'agentkit.budgets.window.window'.

                            Property: agentkit.budgets.zone.zone
                            Value: "Europe/Berln"
                            Origin: Byte array resource [application.yml] - 5:55
                            Reason: The value is not a time zone, such as Europe/Berlin
                            Remedy: Write a time zone, such as Europe/Berlin.

                            Property: agentkit.budgets.zone-alone.zone
                            Value: "Europe/Berlin"
                            Origin: Byte array resource [application.yml] - 6:49
                            Reason: 'zone' must not be set without a calendar 'window': nothing would start anew at its midnight
                            Remedy: Remove 'agentkit.budgets.zone-alone.zone', or what it does not go with.

                            Property: agentkit.budgets.digits.max-usd
                            Value: "0.12345678901234568"
                            Origin: Byte array resource [application.yml] - 7:36
                            Reason: The value has more than the 15 digits that yml keeps of a number
                            Remedy: Write the number in quotes: all its digits are kept then.

                            Property: agentkit.budgets.quoted.max-usd
                            Value: "0.1234567890123456789"
                            Origin: Byte array resource [application.yml] - 8:36
                            Reason: 'max-usd' must have at most 18 decimals (was 0.1234567890123456789)
                            Remedy: Correct the value of 'agentkit.budgets.quoted.max-usd'.

                            Property: agentkit.budgets.large.max-usd
                            Value: "1.0E20"
                            Origin: Byte array resource [application.yml] - 9:35
                            Reason: 'max-usd' must be below 10^15 (was 1.0E+20)
                            Remedy: Correct the value of 'agentkit.budgets.large.max-usd'.

                            Property: agentkit.budgets.thresholds.thresholds[1]
                            Value: "101"
                            Origin: Byte array resource [application.yml] - 10:60
                            Reason: 'thresholds' must be percents between 1 and 100 (was 101)
                            Remedy: Correct the value of 'agentkit.budgets.thresholds.thresholds[1]'.

                            Property: agentkit.budgets.threshold.thresholds[0]
                            Value: "0"
                            Origin: Byte array resource [application.yml] - 11:55
                            Reason: 'thresholds' must be percents between 1 and 100 (was 0)
                            Remedy: Correct the value of 'agentkit.budgets.threshold.thresholds[0]'.

                            Property: agentkit.budgets.word.on-exceeded
                            Value: "stop"
                            Origin: Byte array resource [application.yml] - 12:50
                            Reason: The value is not one of 'reject', 'finish', 'warn', 'degrade'
                            Remedy: Write one of: reject, finish, warn, degrade.

                            Property: agentkit.budgets.degrade.degrade-to
                            Origin: Byte array resource [application.yml] - 13:23
                            Reason: 'degrade-to' must be set for 'on-exceeded: degrade': the cheaper model
                            Remedy: Write 'agentkit.budgets.degrade.degrade-to'.

                            Property: agentkit.budgets.no-degrade.degrade-to
                            Value: "mini"
                            Origin: Byte array resource [application.yml] - 14:55
                            Reason: 'degrade-to' must not be set without 'on-exceeded: degrade'
                            Remedy: Remove 'agentkit.budgets.no-degrade.degrade-to', or what it does not go with.

                            Property: agentkit.budgets.tools.max-usd
                            Value: "1"
                            Origin: Byte array resource [application.yml] - 15:35
                            Reason: 'max-usd' and 'max-tokens' must not be set beside 'tools': calls of tools cost neither, only 'max-calls' counts them
                            Remedy: Remove 'agentkit.budgets.tools.max-usd', or what it does not go with.""");
    }

    @Test
    void namesTheRateThatAPriceLacks() {
        assertThat(failureOf("agentkit.pricing.models.my_model: { input: 1.25 }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.pricing.models.my_model.output
                        Origin: Byte array resource [application.yml] - 1:44
                        Reason: 'output' must not be null: a model without a price is left out
                        """, "Write 'agentkit.pricing.models.my_model.output'."));
    }

    @Test
    void tellsHowANameWithDotsIsWritten() {
        assertThat(failureOf("agentkit.pricing.models: { gpt-4.1: { input: 2, output: 8 } }"))
                .isEqualTo(
                        Printed.of(
                                """
                        Property: agentkit.pricing.models.gpt-4.1.input
                        Value: "2"
                        Origin: Byte array resource [application.yml] - 1:46
                        Reason: There is no setting '1' below 'agentkit.pricing.models.gpt-4'
                        """,
                                "Known settings: audio-input, audio-output, cache-read, cache-write, cache-write1h, changes, input, long-prompts, output, per-image, per-request, per-search, per-second, reasoning, tiers."
                                        + " A name with dots has to be written in quotes and brackets, such as \"[gpt-4.1]\"."));
    }

    @Test
    void refusesASourceOfRunsThatDoesNotExist() {
        assertThat(failureOf("agentkit.runs.tenant-from: header"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.runs.tenant-from
                        Value: "header"
                        Origin: Byte array resource [application.yml] - 1:28
                        Reason: The value is not one of 'principal'
                        """, "Write one of: principal."));
    }

    @Test
    void printsAsSpringBootPrintsFailures() {
        FailureAnalysis analysis = new InvalidConfigurationException(
                        new Complaint("agentkit.chat", null, null, "no reason"), "Do this.")
                .analysis();

        assertThat(analysis.getDescription())
                .isEqualTo(
                        "The configuration of agentkit is not valid:\n\n    Property: agentkit.chat\n    Reason: no reason");
        assertThat(analysis.getAction()).isEqualTo("Do this.");
    }

    @Test
    void neverPrintsASecret() {
        Printed printed = failureOf(
                "agentkit.chat: { chain: [noting], noting: { limit: 1s, apikey: sk-1, keys-of-api-key: sk-123 } }");

        assertThat(printed.description()).doesNotContain("sk-123");
    }
}
