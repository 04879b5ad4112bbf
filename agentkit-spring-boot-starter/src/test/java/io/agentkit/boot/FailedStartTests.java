package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What somebody reads whose application does not start, as Boot prints it. */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTests {

    @Test
    void tellsThePlaceOfAValueThatABlockDoesNotTake(CapturedOutput output) {
        start("--agentkit.chat.chain=retry", "--agentkit.chat.retry.max-attempts=0");

        assertThat(printed(output))
                .contains("Property: agentkit.chat.retry.max-attempts")
                .contains("Origin: \"agentkit.chat.retry.max-attempts\" from property source \"commandLineArgs\"")
                .contains("Reason: 'max-attempts' must be at least 1 (was 0)")
                .contains("Action:")
                .doesNotContain("Failed to bind properties");
    }

    @Test
    void tellsAllMistakesWhereTheFirstIsAValueThatABlockDoesNotTake(CapturedOutput output) {
        start("--agentkit.chat.chain=retry", "--agentkit.chat.retry.max-attempts=0", "--agentkit.tool.chain=nothing");

        assertThat(printed(output))
                .contains("not valid in 2 places")
                .contains("'max-attempts' must be at least 1 (was 0)")
                .contains("There is no middleware 'nothing' for tool chains");
    }

    private static void start(String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThatThrownBy(() -> application.run(arguments)).isNotNull();
    }

    private static String printed(CapturedOutput output) {
        String all = output.getAll();
        return all.substring(all.indexOf("APPLICATION FAILED TO START"));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(AgentkitAutoConfiguration.class)
    static class Application {}
}
