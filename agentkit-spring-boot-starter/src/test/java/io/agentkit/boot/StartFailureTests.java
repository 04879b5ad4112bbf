package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What a person sees in the terminal. */
@ExtendWith(OutputCaptureExtension.class)
class StartFailureTests {

    @Test // BU-13
    void saysWhatIsWrongWhereAndWhatToDo(CapturedOutput output) {
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.config.location=classpath:/io/agentkit/boot/documents/application-typo.yml",
                                "--spring.main.banner-mode=off"));

        assertThat(output).contains("""
                        ***************************
                        APPLICATION FAILED TO START
                        ***************************

                        Description:

                        The configuration of agentkit is not valid:

                            Property: agentkit.chat.chian
                            Value: "tracing"
                            Origin: class path resource [io/agentkit/boot/documents/application-typo.yml] - 3:12
                            Reason: There is no setting 'chian' below 'agentkit.chat'

                        Action:

                        Did you mean 'chain'? Known settings: chain, compaction, cost, depth-limit, fallback, hedge, memoize, meter, output-coerce, rate-limit, retry, security, semantic-memoize, timeout, tracing.
                        """);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(AgentkitAutoConfiguration.class)
    static class Application {}
}
