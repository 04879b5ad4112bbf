package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.test.OwnThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
    void takesBackAnyOfManyActions() {
        List<Integer> ran = new ArrayList<>();
        List<Cancellation.Registration> registrations = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            int number = i;
            registrations.add(parent.onCancel(() -> ran.add(number)));
        }

        registrations.get(0).remove();
        registrations.get(0).remove();
        registrations.get(5_000).remove();
        registrations.get(9_999).remove();
        parent.cancel(Cancellation.Reason.LOST);

        assertThat(ran).hasSize(9_997).isSorted().doesNotContain(0, 5_000, 9_999);
    }

    @Test
    void runsEachActionOnceWhateverRaces() throws Exception {
        for (int round = 0; round < 200; round++) {
            Cancellation cancellation = Cancellation.create();
            AtomicInteger kept = new AtomicInteger();
            AtomicInteger takenBack = new AtomicInteger();
            CountDownLatch start = new CountDownLatch(1);
            CompletableFuture<Void> adding = OwnThread.run(() -> {
                await(start);
                for (int i = 0; i < 20; i++) {
                    cancellation.onCancel(kept::incrementAndGet);
                }
            });
            CompletableFuture<Void> changing = OwnThread.run(() -> {
                await(start);
                for (int i = 0; i < 20 && !cancellation.isCancelled(); i++) {
                    cancellation.onCancel(takenBack::incrementAndGet).remove();
                }
            });
            start.countDown();
            cancellation.cancel(Cancellation.Reason.LOST);
            adding.get();
            changing.get();

            assertThat(kept).hasValue(20);
            assertThat(takenBack.get()).isLessThanOrEqualTo(1);
            assertThat(cancellation.registrations()).isZero();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
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
