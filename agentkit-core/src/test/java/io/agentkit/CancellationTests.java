package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CancellationTests {

    private final List<String> done = new ArrayList<>();
    private final Cancellation parent = Cancellation.create();

    @Test
    void runsActionsOnceInOrderAndLateOnesAtOnce() {
        parent.onCancel(() -> done.add("a"));
        parent.onCancel(() -> done.add("b"));

        parent.cancel(Cancellation.Reason.DEADLINE);
        parent.cancel(Cancellation.Reason.CONSUMER);
        parent.onCancel(() -> done.add("late"));

        assertThat(done).containsExactly("a", "b", "late");
        assertThat(parent.reason()).isEqualTo(Cancellation.Reason.DEADLINE);
    }

    @Test
    void runsTheOtherActionsWhenOneFails() {
        parent.onCancel(() -> {
            throw new IllegalStateException("cannot let go");
        });
        parent.onCancel(() -> done.add("b"));

        parent.cancel(Cancellation.Reason.CONSUMER);

        assertThat(done).containsExactly("b");
    }

    @Test
    void doesNotRunAnActionThatWasTakenBack() {
        parent.onCancel(() -> done.add("a")).remove();

        parent.cancel(Cancellation.Reason.CONSUMER);

        assertThat(done).isEmpty();
    }

    @Test
    void cancelsChildrenForItsOwnReasonAndNotTheOtherWayRound() {
        Cancellation one = parent.child();
        Cancellation other = parent.child();

        one.cancel(Cancellation.Reason.LOST);
        assertThat(parent.isCancelled()).isFalse();
        parent.cancel(Cancellation.Reason.SHUTDOWN);

        assertThat(one.reason()).isEqualTo(Cancellation.Reason.LOST);
        assertThat(other.reason()).isEqualTo(Cancellation.Reason.SHUTDOWN);
        assertThat(parent.child().isCancelled()).isTrue();
    }

    @Test
    void forgetsChildrenThatAreCancelledOrDetached() {
        parent.child().detach();
        parent.child().cancel(Cancellation.Reason.LOST);

        assertThat(parent.registrations()).isZero();
    }

    @Test
    void neverHappensWhenItCannot() {
        Cancellation.NEVER.onCancel(() -> done.add("never")).remove();
        Cancellation child = Cancellation.NEVER.child();
        child.cancel(Cancellation.Reason.LOST);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Cancellation.NEVER.cancel(Cancellation.Reason.LOST));
        assertThat(child.isCancelled()).isTrue();
        assertThat(Cancellation.NEVER.isCancelled()).isFalse();
        assertThat(done).isEmpty();
    }
}
