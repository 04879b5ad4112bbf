package io.agentkit.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EgressSpecTests {

    private static final EgressSpec DEFAULTS = EgressSpec.defaults();

    @Test
    void reachesPublicHostsAloneByDefault() {
        assertThat(DEFAULTS.schemes()).containsExactlyInAnyOrder("http", "https");
        assertThat(DEFAULTS.blockPrivate()).isTrue();
        assertThat(DEFAULTS.allow()).isEmpty();
        assertThat(DEFAULTS.denyPorts()).contains(22, 25, 6667).doesNotContain(80, 443, 8080);
    }

    @Test
    void refusesWhatCannotWork() {
        assertThatThrownBy(() -> DEFAULTS.withPorts(Set.of(0))).hasMessage("'ports' must be from 1 to 65535 (was 0)");
        assertThatThrownBy(() -> DEFAULTS.withDenyPorts(Set.of(70_000)))
                .hasMessage("'denyPorts' must be from 1 to 65535 (was 70000)");
        assertThatThrownBy(() -> DEFAULTS.withSchemes(Set.of("http://")))
                .hasMessage("'schemes' must list schemes such as https (was 'http://')");
        assertThatThrownBy(() -> DEFAULTS.withAllow(List.of("https://example.com")))
                .hasMessage("'allow' must list hosts, suffixes such as *.example.com, addresses or blocks such as"
                        + " 10.0.0.0/8 (was 'https://example.com')");
    }

    @Test
    void refusesPatternsThatMatchNothing() {
        for (String pattern :
                List.of("", "*", "a*.example.com", "10.0.0.1/8", "10.0.0.0/33", "010.0.0.0", "ex ample")) {
            assertThatThrownBy(() -> DEFAULTS.withDeny(List.of(pattern)))
                    .as(pattern)
                    .hasMessageStartingWith("'deny' must list hosts");
            assertThatThrownBy(() -> DEFAULTS.withAllowPrivate(List.of(pattern)))
                    .as(pattern)
                    .hasMessageStartingWith("'allowPrivate' must list hosts");
        }
    }

    @Test
    void takesAddressesAndBlocksInTheirUsualForms() {
        assertThat(DEFAULTS.withAllow(List.of(
                                "1.1.1.1", "[2606:4700::1]", "2606:4700::2", "2606:4700::/32", "::/0", "0.0.0.0/0"))
                        .allow())
                .hasSize(6);
    }
}
