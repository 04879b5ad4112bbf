package io.agentkit.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolFactsTests {

    private static final ToolFacts FETCH = new ToolFacts("fetch", ToolSafety.READ_ONLY);

    @ParameterizedTest
    @ValueSource(strings = {"url", "source.url", "$filter", "first name", "größe.ß", "a*b", "$ref.x"})
    void takePathsOfArguments(String path) {
        assertThat(FETCH.withUrlArguments(Set.of(path)).urlArguments()).containsExactly(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "a.",
                ".a",
                "a..b",
                "$.url",
                "$",
                "urls[0]",
                "urls[]",
                "/url",
                "*",
                "headers.*",
                " url",
                "a\nb"
            })
    void refuseWhatNamesNoArgument(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FETCH.withSecretArguments(Set.of(path)))
                .withMessage(
                        "'secretArguments' must name arguments by paths such as 'url' or 'source.url' (was '%s')",
                        path);
    }

    @Test
    void refuseAReplayOfWhatChangesNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FETCH.withIdempotency(IdempotencyMode.CALL_ID, Set.of()))
                .withMessage(
                        "'idempotency' must not be set for a tool that is read-only: it has no effect that could happen twice");
    }

    @Test
    void refuseAnAddressThatSaysNothingAboutTheCall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FETCH.withUrlArguments(Set.of("url")).withIdempotency(null, Set.of("url")))
                .withMessage(
                        "'volatileArguments' must not name what 'urlArguments' names: it decides where the call goes (was 'url')");
    }

    @Test
    void refuseALimitOfNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FETCH.withTimeout(Duration.ZERO))
                .withMessage("'timeout' must be more than zero (was PT0S)");
    }
}
