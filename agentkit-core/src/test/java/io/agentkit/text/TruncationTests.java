package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TruncationTests {

    @Test // TC-020
    void cutsALongTextAndSaysSo() {
        String cut = Truncation.toBytes("a".repeat(10_000), 8_192);

        assertThat(cut).hasSize(8_192).startsWith("aaaa").endsWith(" [truncated]");
    }

    @Test
    void leavesATextThatFits() {
        assertThat(Truncation.toBytes("héllo", 12)).isEqualTo("héllo");
    }

    @Test
    void neverCutsACharacterInTwo() {
        assertThat(Truncation.toBytes("\uD83D\uDE00".repeat(10), 19)).isEqualTo("\uD83D\uDE00" + Truncation.MARK);
    }

    @Test
    void cutsToALengthAndNeverACharacterInTwo() {
        String smiles = "\uD83D\uDE00".repeat(3);

        assertThat(Truncation.toLength(smiles, 4)).isEqualTo("\uD83D\uDE00".repeat(2));
        assertThat(Truncation.toLength(smiles, 3)).isEqualTo("\uD83D\uDE00");
        assertThat(Truncation.toLength(smiles, 1)).isEmpty();
        assertThat(Truncation.toLength("\uD83D\uD83D", 1)).isEqualTo("\uD83D");
        assertThat(Truncation.toLength("abc", 0)).isEmpty();
        assertThat(Truncation.toLength("abc", 3)).isEqualTo("abc");
    }

    @Test
    void refusesALimitBelowItsMark() {
        assertThatThrownBy(() -> Truncation.toBytes("text", 11)).hasMessage("'maxBytes' must be at least 12 (was 11)");
    }

    @Property
    void staysWithinItsLimit(@ForAll String text, @ForAll @IntRange(min = 12, max = 100) int maxBytes) {
        String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);

        assertThat(Truncation.toBytes(whole, maxBytes).getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(maxBytes);
        assertThat(Truncation.bytes(whole)).isEqualTo(whole.getBytes(StandardCharsets.UTF_8).length);
    }
}
