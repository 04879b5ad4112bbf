package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoizeSpecTests {

    @Test
    void hasTheDefaultsOfTheManual() {
        MemoizeSpec spec = MemoizeSpec.defaults();

        assertThat(spec.ttl()).isEqualTo(Duration.ofMinutes(10));
        assertThat(spec.maxEntries()).isEqualTo(10_000);
        assertThat(spec.maxBytes()).isEqualTo(64L * 1024 * 1024);
        assertThat(spec.scope()).containsExactly("all");
        assertThat(spec.maxWait()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void refusesWhatCannotWork() {
        MemoizeSpec spec = MemoizeSpec.defaults();

        assertThatThrownBy(() -> spec.withTtl(Duration.ZERO)).hasMessage("'ttl' must be more than zero (was PT0S)");
        assertThatThrownBy(() -> spec.withBounds(0, 4_096)).hasMessage("'maxEntries' must be at least 1 (was 0)");
        assertThatThrownBy(() -> spec.withBounds(1, 10)).hasMessage("'maxBytes' must be at least 1024 (was 10)");
        assertThatThrownBy(() -> spec.withMaxWait(Duration.ofSeconds(-1)))
                .hasMessage("'maxWait' must not be negative (was PT-1S)");
        assertThatThrownBy(() -> spec.withKey(" ")).hasMessage("'key' must name a bean (was blank)");
        assertThatThrownBy(() -> spec.withScope("all", "tenant"))
                .hasMessage(
                        "'scope' must be 'all', 'none', or keys of a run's scope such as 'tenant' (was 'all, tenant')");
        assertThatThrownBy(() -> new MemoizeSpec(null, null, null, List.of(), null, null, null, null))
                .hasMessage("'scope' must be 'all', 'none', or keys of a run's scope such as 'tenant' (was '')");
        assertThatThrownBy(() -> new MemoizeSpec(null, 5, null, null, null, "redis", null, null))
                .hasMessage("'maxEntries' must not be set where 'store' names another one: it bounds the memory");
    }

    @Test
    void keepsWhatWasSetBeforeWhenSomethingElseIs() {
        MemoizeSpec spec = MemoizeSpec.defaults()
                .withTtl(Duration.ofSeconds(5))
                .withBounds(7, 2_048)
                .withScope("tenant")
                .withMaxWait(Duration.ZERO)
                .withKey("key")
                .withWhen("when");

        assertThat(spec)
                .isEqualTo(new MemoizeSpec(
                        Duration.ofSeconds(5), 7, 2_048L, List.of("tenant"), Duration.ZERO, null, "key", "when"));
        assertThat(spec.withStore("redis").withTtl(Duration.ofSeconds(6)).store())
                .isEqualTo("redis");
    }
}
