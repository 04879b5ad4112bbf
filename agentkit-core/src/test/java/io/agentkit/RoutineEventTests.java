package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.ChainHarness;
import java.util.ArrayList;
import java.util.List;
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
