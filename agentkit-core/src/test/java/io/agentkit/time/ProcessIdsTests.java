package io.agentkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessIdsTests {

    @Test
    void countsBehindAPrefixOfTheProcess() {
        ProcessIds ids = new ProcessIds(35, 34);

        assertThat(ids.next()).isEqualTo("000000000000z" + "0000000z");
        assertThat(ids.next()).isEqualTo("000000000000z" + "00000010");
    }

    @Test
    void growsWhenTheCounterNeedsMoreRoom() {
        ProcessIds ids = new ProcessIds(-1, 2_821_109_907_454L);

        assertThat(ids.next()).isEqualTo("3w5e11264sgsf" + "zzzzzzzz");
        assertThat(ids.next()).isEqualTo("3w5e11264sgsf" + "00000000" + "1");
    }

    @Test
    void isShortPlainAndNeverTheSame() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            String id = Ids.process().next();
            assertThat(id).matches("[0-9a-z]{21}");
            all.add(id);
        }

        assertThat(all).hasSize(1_000);
    }
}
