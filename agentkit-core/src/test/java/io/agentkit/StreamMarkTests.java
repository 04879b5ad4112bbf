package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedStream;
import org.junit.jupiter.api.Test;

class StreamMarkTests {

    @Test
    void isAnObjectThatHoldsOnToNothing() {
        ChainHarness harness = ChainHarness.create();
        harness.model.stream("he", "llo");

        Object mark = harness.stream("hi", new RecordedStream()).streamMark();

        assertThat(mark).isExactlyInstanceOf(Object.class);
    }
}
