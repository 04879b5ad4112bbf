package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTests {

    @Test
    void addsDisjointCountsOnly() {
        Usage usage = new Usage(100, 20, 5, 3, 50, 30, 10, 4, false);

        assertThat(usage.totalInput()).isEqualTo(128);
        assertThat(usage.total()).isEqualTo(178);
        assertThat(usage.cacheWrite()).isEqualTo(8);
    }

    @Test
    void addsAndSubtractsPartByPart() {
        Usage one = new Usage(1, 2, 3, 4, 5, 6, 7, 8, false);
        Usage two = new Usage(10, 20, 30, 40, 50, 60, 70, 80, true);

        assertThat(one.plus(two)).isEqualTo(new Usage(11, 22, 33, 44, 55, 66, 77, 88, true));
        assertThat(two.minus(one)).isEqualTo(new Usage(9, 18, 27, 36, 45, 54, 63, 72, true));
        assertThat(Usage.NONE.plus(one)).isEqualTo(one);
        assertThat(one.plus(Usage.NONE)).isEqualTo(one);
    }

    @Test
    void noticesANegativeCountAnywhere() {
        assertThat(new Usage(1, 0, 0, 0, 1, -1, 0, 0, false).isNegative()).isTrue();
        assertThat(new Usage(1, 0, 0, 0, 1, 0, 0, -1, false).isNegative()).isTrue();
        assertThat(Usage.NONE.isNegative()).isFalse();
        assertThat(Usage.NONE.isZero()).isTrue();
    }

    @Test
    void neverAddsUpToLessThanNothing() {
        assertThat(Usage.of(Long.MAX_VALUE, 1, 1, Long.MAX_VALUE).total()).isEqualTo(Long.MAX_VALUE);
        assertThat(Usage.of(Long.MIN_VALUE, -1, 0, -1).total()).isEqualTo(Long.MIN_VALUE);
        assertThat(Usage.of(5, 4, 3, -20).total()).isEqualTo(-8);
    }
}
