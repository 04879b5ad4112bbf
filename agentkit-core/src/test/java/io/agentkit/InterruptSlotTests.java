package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterruptSlotTests {

    @Test
    void clearsItsOwnInterruptAndNoOther() {
        InterruptSlot ours = new InterruptSlot();
        ours.run();
        assertThat(ours.close()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        InterruptSlot theirs = new InterruptSlot();
        Thread.currentThread().interrupt();
        assertThat(theirs.close()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void doesNotInterruptAfterTheWork() {
        InterruptSlot slot = new InterruptSlot();
        slot.close();

        slot.run();

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void interruptsOnce() {
        InterruptSlot slot = new InterruptSlot();
        slot.run();
        assertThat(Thread.interrupted()).isTrue();

        slot.run();

        assertThat(Thread.interrupted()).isFalse();
        assertThat(slot.close()).isTrue();
    }
}
