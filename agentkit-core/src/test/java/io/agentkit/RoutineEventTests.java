package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.test.ChainHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoutineEventTests {

    private final List<String> told = new ArrayList<>();

    @Test
    void areNotMadeForAListenerThatDoesNotWantThem() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(new OnlyEnds()));
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(told).containsExactly("request.ended", "call.ended");
    }

    @Test
    void reachTheOneOfTwoListenersThatWantsThem() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(new OnlyEnds().plus(event -> told.add("all"))));
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(told).filteredOn("all"::equals).hasSize(3);
    }

    @Test
    void areNotMadeOfEndsForAListenerThatOnlyCounts() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(new OnlyCounts().plus(new OnlyEnds())));
        harness.model.run(attempt -> {
            harness.time.advance(Duration.ofNanos(70));
            return ChatReply.of("hello");
        });

        harness.chat("hi");

        assertThat(told).containsExactly("1 SUCCEEDED", "request.ended", "70 NONE", "call.ended");
    }

    private final class OnlyCounts implements EventListener {

        @Override
        public void on(Event event) {
            told.add("not wanted");
        }

        @Override
        public boolean wants(Class<? extends Event> routine) {
            return false;
        }

        @Override
        public void requestEnded(Attempt<?> attempt, @Nullable Failure failure) {
            told.add(attempt.number() + " " + attempt.status());
        }

        @Override
        public void callEnded(
                Call<?> call, @Nullable String target, CacheStatus cacheStatus, long nanos, @Nullable Failure failure) {
            told.add(nanos + " " + cacheStatus);
        }
    }

    private final class OnlyEnds implements EventListener {

        @Override
        public void on(Event event) {
            told.add(event.name());
        }

        @Override
        public boolean wants(Class<? extends Event> routine) {
            return routine != RequestSent.class;
        }
    }
}
