package io.agentkit.boot;

import static io.agentkit.boot.TestChains.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EgressConfigurationTests {

    @Test
    void refusesAHostThatIsAUrl() {
        assertThat(failureOf("agentkit.tool: { chain: [egress], egress: { allow: ['https://example.com'] } }")
                        .description())
                .contains("Property: agentkit.tool.egress.allow")
                .contains("must list hosts, suffixes such as *.example.com, addresses or blocks such as 10.0.0.0/8"
                        + " (was 'https://example.com')");
    }

    @Test
    void refusesAPortThatIsNone() {
        assertThat(failureOf("agentkit.tool: { chain: [egress], egress: { deny-ports: [22, 70000] } }")
                        .description())
                .contains("Property: agentkit.tool.egress.deny-ports")
                .contains("'deny-ports' must be from 1 to 65535 (was 70000)");
    }

    @Test
    void refusesAWayToScanThatThereIsNot() {
        assertThat(failureOf("agentkit.tool: { chain: [egress], egress: { scan: all } }")
                        .description())
                .contains("Property: agentkit.tool.egress.scan")
                .contains("declared")
                .contains("whole")
                .contains("any");
    }

    @Test
    void standsAroundToolsAlone() {
        assertThat(failureOf("agentkit.chat: { chain: [egress] }").description())
                .contains("egress");
    }
}
