package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearMissTests {

    private static final List<String> NAMES = List.of("retry", "rate-limit", "tracing", "max-attempts");

    @ParameterizedTest
    @CsvSource({
        "retrry, retry",
        "rtery, retry",
        "Retry, retry",
        "ratelimit, rate-limit",
        "rate_limit, rate-limit",
        "max-attemps, max-attempts"
    })
    void findsTheNameThatWasMeant(String written, String meant) {
        assertThat(NearMiss.of(written, NAMES)).isEqualTo(meant);
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(NearMiss.of("hedge", NAMES)).isNull();
        assertThat(NearMiss.of("", NAMES)).isNull();
    }
}
