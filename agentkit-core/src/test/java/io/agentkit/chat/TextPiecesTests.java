package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextPiecesTests {

    private final TextPieces pieces = new TextPieces();

    @Test
    void joinsNothingOnePieceAndMany() {
        assertThat(pieces.soFar().text()).isEmpty();

        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            pieces.add("piece " + i + ", ");
            expected.append("piece ").append(i).append(", ");
            if (i == 0 || i == 7 || i == 8 || i == 263 || i == 1_999) {
                assertThat(pieces.soFar().text()).isEqualTo(expected.toString());
                assertThat(pieces.length()).isEqualTo(expected.length());
            }
        }
    }

    @Test
    void whatWasSoFarStaysSoHoweverMuchIsAdded() {
        pieces.add("one ");
        pieces.add("");
        pieces.add("two");
        TextPieces.Whole early = pieces.soFar();
        IntStream.range(0, 1_000).forEach(i -> pieces.add("later"));

        assertThat(early.text()).isEqualTo("one two");
        assertThat(early.text()).isSameAs(early.text());
    }
}
