package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.CallKind;
import io.agentkit.ChatMiddleware;
import io.agentkit.ToolMiddleware;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ChainAssemblyTests {

    private final ApplicationContextRunner runner = TestChains.runner();

    @Test
    void givesUsefulDefaultsWhenNothingIsWritten() {
        runner.run(context -> {
            Chains chains = context.getBean(Chains.class);

            assertThat(chains.chat()).hasToString("tracing(cost(model))");
            assertThat(chains.tool()).hasToString("tracing(audit(tool))");
            assertThat(chains.isEnabled()).isTrue();
        });
    }

    @Test
    void keepsTheOrderOfTheList() {
        runner.withPropertyValues(
                        "agentkit.chat.chain=tracing, retry, cost",
                        "agentkit.tool.chain[0]=audit",
                        "agentkit.tool.chain[1]=retry")
                .run(context -> {
                    Chains chains = context.getBean(Chains.class);

                    assertThat(chains.chat().names()).containsExactly("tracing", "retry", "cost");
                    assertThat(chains.tool().names()).containsExactly("audit", "retry");
                });
    }

    @Test
    void takesAnEmptyListAsNoMiddleware() {
        runner.withPropertyValues("agentkit.chat.chain=", "agentkit.tool.chain=")
                .run(context -> assertThat(context.getBean(Chains.class).chat()).hasToString("model"));
    }

    @Test
    void bindsTheBlockOfAMiddleware() {
        runner.withPropertyValues("agentkit.chat.chain=retry", "agentkit.chat.retry.max-attempts=5")
                .run(context -> assertThat(context.getBean(Chains.class).settings("default", CallKind.CHAT, "retry"))
                        .isEqualTo(new PlainSpec(5)));
    }

    @Test
    void makesEachMiddlewareANamedBean() {
        runner.withPropertyValues("agentkit.chat.chain=retry", "agentkit.chains.support.chat.chain=retry")
                .run(context -> {
                    assertThat(context.getBean("agentkit.chat.retry")).isInstanceOf(ChatMiddleware.class);
                    assertThat(context.getBean("agentkit.chains.support.chat.retry"))
                            .isInstanceOf(ChatMiddleware.class);
                    assertThat(context.getBean("agentkit.tool.audit")).isInstanceOf(ToolMiddleware.class);
                });
    }

    @Test
    void injectsAMiddlewareByItsName() {
        runner.withUserConfiguration(Injecting.class)
                .run(context ->
                        assertThat(context.getBean("injected")).isSameAs(context.getBean("agentkit.chat.tracing")));
    }

    @Test
    void letsAnApplicationInjectItsOnlyMiddlewareByType() {
        runner.withUserConfiguration(OwnMiddleware.class)
                .run(context ->
                        assertThat(context.getBean(ChatMiddleware.class)).isSameAs(context.getBean("pii")));
    }

    @Test
    void takesTheApplicationsMiddlewareByItsBeanName() {
        runner.withUserConfiguration(OwnMiddleware.class)
                .withPropertyValues("agentkit.chat.chain=tracing,pii")
                .run(context -> {
                    assertThat(context.getBean(Chains.class).chat()).hasToString("tracing(pii(model))");
                    assertThat(context.getBean(Chains.class).settings("default", CallKind.CHAT, "pii"))
                            .isNull();
                });
    }

    @Test
    void putsTheApplicationsBeanInPlaceOfABuiltInOne() {
        runner.withUserConfiguration(Replacing.class)
                .withPropertyValues("agentkit.chat.chain=retry")
                .run(context -> {
                    assertThat(context.getBean("agentkit.chat.retry")).isSameAs(Replacing.MINE);
                    assertThat(context.getBean(Chains.class).chat().names()).containsExactly("retry");
                });
    }

    @Test
    void addsNamedPairsThatShareWhatTheyDoNotWrite() {
        runner.withPropertyValues("agentkit.chains.support.chat.chain=retry").run(context -> {
            Chains chains = context.getBean(Chains.class);

            assertThat(chains.all()).extracting(ChainPair::name).containsExactly("default", "support");
            assertThat(chains.chat("support").names()).containsExactly("retry");
            assertThat(chains.tool("support")).isSameAs(chains.tool());
        });
    }

    @Test
    void assignsAPairToAModelByItsBeanName() {
        runner.withBean("supportChatModel", Object.class, Object::new)
                .withPropertyValues(
                        "agentkit.chains.support.chat.chain=retry", "agentkit.assign.models.supportChatModel=support")
                .run(context -> {
                    Chains chains = context.getBean(Chains.class);

                    assertThat(chains.pairForModel("supportChatModel").name()).isEqualTo("support");
                    assertThat(chains.pairForModel("other").name()).isEqualTo("default");
                });
    }

    @Test
    void namesThePairsWhenAskedForAnotherOne() {
        runner.run(context -> assertThatIllegalArgumentException()
                .isThrownBy(() -> context.getBean(Chains.class).chat("support"))
                .withMessage("There is no pair of chains 'support'; there are: default"));
    }

    @Test
    void leavesAllChainsEmptyWhenSwitchedOff() {
        runner.withPropertyValues(
                        "agentkit.enabled=false",
                        "agentkit.chat.chain=nonsense",
                        "agentkit.chains.support.chat.chain=retry")
                .run(context -> {
                    Chains chains = context.getBean(Chains.class);

                    assertThat(chains.isEnabled()).isFalse();
                    assertThat(chains.chat().names()).isEmpty();
                    assertThat(chains.chat("support").names()).isEmpty();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Injecting {

        @Bean
        Object injected(@Qualifier("agentkit.chat.tracing") ChatMiddleware tracing) {
            return tracing;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnMiddleware {

        @Bean
        ChatMiddleware pii() {
            return (call, next) -> next.call(call);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Replacing {

        static final ChatMiddleware MINE = (call, next) -> next.call(call);

        @Bean("agentkit.chat.retry")
        ChatMiddleware retry() {
            return MINE;
        }
    }
}
