package io.agentkit.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.agentkit.CallKind;
import io.agentkit.catalog.MiddlewareCatalog;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbackSpecTests {

    @Test
    void needsModels() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FallbackSpec.of())
                .withMessage("'models' must be set: the models to ask, in order");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FallbackSpec.of("a", " "))
                .withMessage("'models' must name models (was ' ')");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FallbackSpec.of("a", "b", "a"))
                .withMessage("'models' must name each model once (was 'a')");
    }

    @Test
    void refusesWhatIsSaidAboutModelsThatAreNotListed() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new FallbackSpec(List.of("a", "b"), Map.of("c", FallbackTarget.defaults()), null, null))
                .withMessage("'targets' must be about names in 'models', which are a, b (was 'c')");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FallbackTarget.defaults().withContextWindow(0))
                .withMessage("'contextWindow' must be at least 1 (was 0)");
    }

    @Test
    void namesThePredicateThatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FallbackSpec.of("a")
                        .withFallbackIf("mine")
                        .chatMiddleware(ChainHarness.create().resources()))
                .withMessage("there is no Predicate named 'mine'");
    }

    @Test
    void hasItsDefaults() {
        assertThat(FallbackSpec.of("a", "b"))
                .isEqualTo(new FallbackSpec(List.of("a", "b"), Map.of(), null, BreakerSpec.defaults()));
        assertThat(FallbackTarget.defaults()).isEqualTo(new FallbackTarget(null, null, null, null, null, null));
    }

    @Test
    void standsInChatChains() {
        MiddlewareCatalog catalog = MiddlewareCatalog.builtIns();

        assertThat(catalog.names(CallKind.CHAT)).contains("fallback");
        assertThat(catalog.names(CallKind.TOOL)).doesNotContain("fallback");
    }
}
