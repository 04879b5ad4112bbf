package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** With a real {@code application.yml} and profile documents. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationDocumentsTests {

    private final ApplicationContextRunner runner = TestChains.runner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withPropertyValues("spring.config.location=classpath:/io/agentkit/boot/documents/");

    @Test
    void readsListsBlocksAndNamesFromAFile() {
        runner.run(context -> {
            Chains chains = context.getBean(Chains.class);

            assertThat(chains.chat()).hasToString("tracing(cost(retry(model)))");
            assertThat(chains.settings("default", CallKind.CHAT, "retry")).isEqualTo(new PlainSpec(4));
            assertThat(chains.chat("support").names()).containsExactly("tracing", "meter", "retry");
            assertThat(context.getBean(AgentkitProperties.class).tool().tools())
                    .containsOnlyKeys("charge_card", "fetch_url");
        });
    }

    @Test
    void replacesTheListInAProfileAndOnlySaysThatABlockIsLeftOver(CapturedOutput output) {
        runner.withPropertyValues("spring.profiles.active=lean")
                .run(context -> assertThat(context.getBean(Chains.class).chat()).hasToString("cost(model)"));

        assertThat(output)
                .contains("The settings below 'agentkit.chat.retry' are not used: 'retry' does not stand in the list of"
                        + " another document");
    }

    @Test
    void takesTheBlockOfAProfileForTheListOfTheMainDocument() {
        runner.withPropertyValues("spring.profiles.active=patient")
                .run(context -> assertThat(context.getBean(Chains.class).settings("default", CallKind.CHAT, "retry"))
                        .isEqualTo(new PlainSpec(9)));
    }

    @Test
    void emptiesAListInAProfile() {
        runner.withPropertyValues("spring.profiles.active=bare")
                .run(context ->
                        assertThat(context.getBean(Chains.class).chat().names()).isEmpty());
    }

    @Test
    void stopsOnAnUnknownKeyOfAProfileDocument() {
        assertThat(TestChains.failureOf(runner.withPropertyValues("spring.profiles.active=typo"))
                        .description())
                .contains("Origin: class path resource [io/agentkit/boot/documents/application-typo.yml] - 3:12");
    }
}
