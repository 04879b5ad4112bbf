package io.agentkit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Cancellation;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Requests come, wait, go, and go away, in any order. */
class RateLanePropertyTests {

    private static final Duration INTERVAL = Duration.ofMillis(10);

    @Property(tries = 300)
    void nobodyOvertakesNothingIsGivenTwiceAndNothingIsLost(
            @ForAll @IntRange(min = 1, max = 5) int burst,
            @ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> steps) {
        Requests requests = new Requests(burst);

        for (int step : steps) {
            requests.step(step);
            assertThat(requests.went).isLessThanOrEqualTo(burst + requests.intervals());
        }

        requests.awaitHead();
        requests.goAway();
        requests.time.advance(Duration.ofMinutes(1));
        assertThat(requests.lane.retire()).isTrue();
    }

    private static final class Requests {

        private final FakeTime time = new FakeTime();
        private final Deque<Lane.Place> waiting = new ArrayDeque<>();
        private final Lane lane;
        private long went;

        Requests(int burst) {
            RateLimiterSpec rate = RateLimiterSpec.requests(INTERVAL, burst).withTokens(6_000L, 20L);
            lane = new Lane("(all)", rate, time);
        }

        void step(int step) {
            switch (step) {
                case 0, 1, 2 -> come(step + 1L);
                case 3 -> leave(waiting.pollFirst());
                case 4 -> leave(waiting.pollLast());
                case 5 -> lane.settle(1, 3);
                case 6 -> lane.settle(2, 1);
                case 7 -> lane.pause(INTERVAL);
                default -> time.advance(INTERVAL.multipliedBy(step - 7L));
            }
            look();
        }

        private void come(long tokens) {
            if (lane.take(tokens) == Lane.Taking.TAKEN) {
                assertThat(waiting).isEmpty();
                went++;
            } else {
                waiting.addLast(lane.queue(tokens));
            }
        }

        private void leave(Lane.@Nullable Place place) {
            if (place != null) {
                lane.leave(place);
            }
        }

        /** Everybody looks whether it was served: only the first ones can have been. */
        private void look() {
            boolean stopped = false;
            for (Lane.Place place : new ArrayList<>(waiting)) {
                boolean goes = left(place) == 0;
                assertThat(goes && stopped).isFalse();
                stopped = !goes;
                if (goes) {
                    waiting.remove(place);
                    went++;
                }
            }
        }

        private long left(Lane.Place place) {
            return lane.nanosLeft(place, Cancellation.create());
        }

        /** The first goes exactly when it was told. */
        void awaitHead() {
            Lane.Place head = waiting.peekFirst();
            if (head != null) {
                time.advance(Duration.ofNanos(left(head)));
                assertThat(left(head)).isZero();
            }
        }

        void goAway() {
            waiting.forEach(this::leave);
        }

        long intervals() {
            return time.nanoTime() / INTERVAL.toNanos();
        }
    }
}
