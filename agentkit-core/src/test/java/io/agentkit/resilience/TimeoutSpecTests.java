package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.ChainEnvironment;
import io.agentkit.spec.Resources;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimeoutSpecTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Resources resources = Resources.of(ChainEnvironment.defaults());

    @Test
    void hasNoDefault() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeoutSpec(null, null, null, null))
                .withMessage("'total' must be set, or another limit: there is no default");
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeoutSpec(null, null, null, Map.of()));
    }

    @Test // TC-322
    void refusesALimitOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(Duration.ZERO))
                .withMessage("'total' must be more than zero (was PT0S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(Duration.ofSeconds(-1)))
                .withMessage("'total' must be more than zero (was PT-1S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(SECOND).withTools(Map.of("fetch", Duration.ZERO)))
                .withMessage("'tools.fetch' must be more than zero (was PT0S)");
    }

    @Test
    void refusesAFirstTokenThatTheTotalComesBefore() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(SECOND).withFirstToken(SECOND))
                .withMessage("'firstToken' must be less than 'total', which is PT1S (was PT1S)");
    }

    @Test
    void refusesToolsInAChatChainAndStreamsInAToolChain() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(SECOND)
                        .withTools(Map.of("a", SECOND))
                        .chatMiddleware(resources))
                .withMessage("'tools' is for tool chains: a chat chain calls models");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeoutSpec.ofTotal(SECOND).withIdle(SECOND).toolMiddleware(resources))
                .withMessage("'idle' is for chat chains: tools do not stream");
    }

    @Test
    void keepsItsOwnCopyOfTheTools() {
        Map<String, Duration> tools = new java.util.HashMap<>(Map.of("fetch", SECOND));
        TimeoutSpec spec = new TimeoutSpec(null, null, null, tools);

        tools.clear();

        assertThat(spec.tools()).containsEntry("fetch", SECOND);
    }
}
