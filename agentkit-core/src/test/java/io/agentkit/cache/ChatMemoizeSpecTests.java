package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChatMemoizeSpecTests {

    @Test
    void hasTheDefaultsOfTheDesign() {
        ChatMemoizeSpec spec = ChatMemoizeSpec.defaults();

        assertThat(spec.ttl()).isEqualTo(Duration.ofMinutes(10));
        assertThat(spec.maxEntries()).isEqualTo(10_000);
        assertThat(spec.maxBytes()).isEqualTo(64L << 20);
        assertThat(spec.scope()).containsExactly("all");
        assertThat(spec.staleWhileError()).isZero();
        assertThat(spec.toolRequests()).isFalse();
        assertThat(spec.replay()).isEqualTo(Replay.AT_ONCE);
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> ChatMemoizeSpec.builder().ttl(Duration.ZERO).build())
                .hasMessage("'ttl' must be more than zero (was PT0S)");
        assertThatThrownBy(() -> ChatMemoizeSpec.builder()
                        .staleWhileError(Duration.ofSeconds(-1))
                        .build())
                .hasMessage("'staleWhileError' must not be negative (was PT-1S)");
        assertThatThrownBy(() -> ChatMemoizeSpec.builder().bounds(0, 2_000).build())
                .hasMessage("'maxEntries' must be at least 1 (was 0)");
        assertThatThrownBy(() -> ChatMemoizeSpec.builder().key(" ").build())
                .hasMessage("'key' must name a bean (was blank)");
        assertThatThrownBy(() -> new ChatMemoizeSpec(
                        null, null, null, null, null, null, null, null, Duration.ofMillis(1), null, null, null))
                .hasMessage("'pace' has no effect unless 'replay' is 'paced'");
    }
}
