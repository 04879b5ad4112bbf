package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.boot.TestChains.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DepthLimitConfigurationTests {

    @Test // TC-332
    void refusesALimitOfNothing() {
        assertThat(failureOf("agentkit.chat: { chain: [depth-limit], depth-limit: { max-depth: 0 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.chat.depth-limit.max-depth
                        Value: "0"
                        Origin: Byte array resource [application.yml] - 1:66
                        Reason: 'max-depth' must be at least 1 (was 0)
                        """, "Correct the value of 'agentkit.chat.depth-limit.max-depth'."));
    }

    @ParameterizedTest // DE-03
    @ValueSource(strings = {"true", "1.5", "-1", "0"})
    void refusesWhatIsNoNumberOfRounds(String value) {
        assertThat(failureOf("agentkit.chat: { chain: [depth-limit], depth-limit: { max-rounds: " + value + " } }")
                        .description())
                .contains("Property: agentkit.chat.depth-limit.max-rounds");
    }

    @Test
    void refusesRoundsOfModelsAroundTools() {
        assertThat(failureOf("agentkit.tool: { chain: [depth-limit], depth-limit: { max-rounds: 3 } }"))
                .isEqualTo(Printed.of("""
                        Property: agentkit.tool.depth-limit.max-rounds
                        Value: "3"
                        Origin: Byte array resource [application.yml] - 1:67
                        Reason: 'max-rounds' counts replies of models, and this is a chain around tools
                        """, "Write it among the settings of 'depth-limit' in a chat chain."));
    }
}
