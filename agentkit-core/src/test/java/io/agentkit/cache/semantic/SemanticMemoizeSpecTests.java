package io.agentkit.cache.semantic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SemanticMemoizeSpecTests {

    private static void assertRefused(UnaryOperator<SemanticMemoizeSpec.Builder> change, String message) {
        assertThatThrownBy(() -> change.apply(SemanticMemoizeSpec.builder()).build())
                .hasMessage(message);
    }

    @Test
    void hasDefaults() {
        SemanticMemoizeSpec defaults = SemanticMemoizeSpec.defaults();

        assertThat(defaults.threshold()).isEqualTo(0.85);
        assertThat(defaults.ttl()).isEqualTo(Duration.ofMinutes(10));
        assertThat(defaults.maxEntries()).isEqualTo(10_000);
        assertThat(defaults.maxBytes()).isEqualTo(64 * 1024 * 1024);
        assertThat(defaults.maxText()).isEqualTo(2_000);
        assertThat(defaults.shadow()).isZero();
        assertThat(defaults.scope()).containsExactly("all");
    }

    @Test
    void refusesWhatCannotWork() {
        assertRefused(spec -> spec.threshold(0), "'threshold' must be more than 0 and at most 1 (was 0.0)");
        assertRefused(spec -> spec.threshold(1.1), "'threshold' must be more than 0 and at most 1 (was 1.1)");
        assertRefused(spec -> spec.threshold(Double.NaN), "'threshold' must be more than 0 and at most 1 (was NaN)");
        assertRefused(spec -> spec.ttl(Duration.ZERO), "'ttl' must be more than zero (was PT0S)");
        assertRefused(spec -> spec.bounds(0, 2_000), "'maxEntries' must be at least 1 (was 0)");
        assertRefused(spec -> spec.bounds(1, 1), "'maxBytes' must be at least 1024 (was 1)");
        assertRefused(spec -> spec.maxText(0), "'maxText' must be at least 1 (was 0)");
        assertRefused(spec -> spec.shadow(2), "'shadow' must be between 0 and 1 (was 2.0)");
        assertRefused(spec -> spec.vector(" "), "'vector' must name a bean (was blank)");
        assertRefused(
                spec -> spec.vector("store").bounds(5, 2_000),
                "'maxEntries' must not be set where 'vector' names another index: it bounds the memory");
    }

    @Test
    void saysWhatIsMissing() {
        Resources empty = Resources.of(ChainHarness.create().environment());

        assertThatThrownBy(() -> SemanticMemoizeSpec.defaults().chatMiddleware(empty))
                .hasMessageStartingWith("there is not exactly one bean that embeds texts: declare an EmbeddingModel");
        assertThatThrownBy(() ->
                        SemanticMemoizeSpec.builder().embedder("e").build().chatMiddleware(empty))
                .hasMessage("there is no Embedder and no EmbeddingModel named 'e'");
        assertThatThrownBy(
                        () -> SemanticMemoizeSpec.builder().vector("v").build().chatMiddleware(empty))
                .hasMessage("there is no SemanticIndex and no VectorStore named 'v'");
    }

    @Test
    void keepsAnswersAsTextThatOlderVersionsDidNotWrite() {
        Answer answer = new Answer("m", "two\nlines");

        assertThat(Answer.of(io.agentkit.cache.CacheEntry.of(answer.encoded()))).isEqualTo(answer);
        assertThat(Answer.of(io.agentkit.cache.CacheEntry.of(new Answer(null, "x").encoded())))
                .isEqualTo(new Answer(null, "x"));
        assertThatThrownBy(() -> Answer.of(io.agentkit.cache.CacheEntry.of("3 m\nx".getBytes(UTF_8))))
                .hasMessageContaining("begins with '2 '");
        for (int length = 0; length < answer.encoded().length; length++) {
            byte[] cut = java.util.Arrays.copyOf(answer.encoded(), length);
            assertThatThrownBy(() -> Answer.of(io.agentkit.cache.CacheEntry.of(cut)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(answer).hasToString("Answer[m, 9 characters]");
    }
}
