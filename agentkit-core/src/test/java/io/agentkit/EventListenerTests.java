package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.test.ChainHarness;
import io.agentkit.test.RecordedEvents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventListenerTests {

    private static final EventListener THROWING = event -> {
        throw new LinkageError("broken");
    };

    private final RecordedEvents events = new RecordedEvents();

    @Test // TC-530, TC-164
    void doesNotBreakACallByThrowing() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(THROWING));
        harness.model.reply("ok");

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
    }

    @Test // TC-530
    void doesNotBreakACallByThrowingWhenAskedWhatItWants() {
        List<Event> told = new ArrayList<>();
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(new EventListener() {
            @Override
            public void on(Event event) {
                told.add(event);
            }

            @Override
            public boolean wants(Class<? extends Event> routine) {
                throw new IllegalStateException("broken");
            }
        }));
        harness.model.reply("ok");

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
        assertThat(told).extracting(Event::name).containsExactly("request.sent", "request.ended", "call.ended");
    }

    @Test // TC-530
    void tellsTheOtherListenersWhenOneThrows() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(THROWING.plus(events)));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(events.names()).contains("request.sent", "request.ended");
    }

    @Test // TC-531
    void isToldOfEveryEventHoweverManyThereAre() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            for (int i = 0; i < 10_000; i++) {
                call.emit(new ReplyDiverged(call.id(), "flood"));
            }
            return next.call(call);
        });
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(events(harness)).hasSizeGreaterThan(10_000).endsWith("request.ended", "call.ended");
    }

    private static List<String> events(ChainHarness harness) {
        return harness.events.names();
    }

    @Test
    void isLeftOutWhenThereIsNobodyToTell() {
        assertThat(EventListener.NONE.plus(events)).isSameAs(events);
        assertThat(events.plus(EventListener.NONE)).isSameAs(events);
    }

    @Test
    void saysWhetherAnybodyListens() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            assertThat(call.isListening()).isFalse();
            return next.call(call);
        });
        harness.environment(harness.environment().withListener(EventListener.NONE));
        harness.model.reply("ok");

        harness.chat("hi");
    }
}
