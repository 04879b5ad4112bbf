package io.agentkit.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.test.ChainHarness;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TracingBestEffortTests {

    enum Moment {
        START,
        SCOPE_OPENED,
        EVENT,
        ERROR,
        SCOPE_CLOSED,
        STOP
    }

    private final List<Moment> reached = new ArrayList<>();

    private ChainHarness harness(ObservationRegistry registry, Object... more) {
        ChainHarness harness = ChainHarness.create();
        Object[] shared = new Object[more.length + 1];
        shared[0] = registry;
        System.arraycopy(more, 0, shared, 1, more.length);
        return harness.add("tracing", TracingSpec.defaults().chatMiddleware(harness.resources(shared)));
    }

    private ObservationRegistry failingAt(Moment failing) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            private void at(Moment moment) {
                reached.add(moment);
                if (moment == failing) {
                    throw new IllegalStateException("the exporter's own failure");
                }
            }

            @Override
            public void onStart(Observation.Context context) {
                at(Moment.START);
            }

            @Override
            public void onScopeOpened(Observation.Context context) {
                at(Moment.SCOPE_OPENED);
            }

            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                at(Moment.EVENT);
            }

            @Override
            public void onError(Observation.Context context) {
                at(Moment.ERROR);
            }

            @Override
            public void onScopeClosed(Observation.Context context) {
                at(Moment.SCOPE_CLOSED);
            }

            @Override
            public void onStop(Observation.Context context) {
                at(Moment.STOP);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return context instanceof ChatObservationContext;
            }
        });
        return registry;
    }

    @ParameterizedTest // TC-010, TC-011, AU-04
    @EnumSource(Moment.class)
    void keepsACallFromItsHandlersFailures(Moment failing) {
        ObservationRegistry registry = failingAt(failing);
        ChainHarness harness = harness(registry);
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");

        assertThat(reached).containsOnlyOnce(Moment.START);
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @ParameterizedTest // TC-015
    @EnumSource(Moment.class)
    void neverHidesTheRealFailure(Moment failing) {
        ObservationRegistry registry = failingAt(failing);
        ChainHarness harness = harness(registry);
        RuntimeException failure = new IllegalStateException("the model's own failure");
        harness.model.fail(failure);

        assertThatThrownBy(() -> harness.chat("hi")).isSameAs(failure);

        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test // TC-010
    void survivesAPredicateThatThrows() {
        ObservationRegistry registry = failingAt(Moment.EVENT);
        registry.observationConfig().observationPredicate((name, context) -> {
            throw new IllegalStateException("the predicate's own failure");
        });
        ChainHarness harness = harness(registry);
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
    }

    @Test // TC-006, TC-009
    void leavesOutWhatAPredicateDoesNotWant() {
        RecordedObservations observations = new RecordedObservations();
        List<String> asked = new ArrayList<>();
        observations.registry.observationConfig().observationPredicate((name, context) -> {
            if (context instanceof ChatObservationContext chat) {
                asked.add(name + " " + chat.call().kind() + " "
                        + chat.call().runId().isEmpty());
                return false;
            }
            return true;
        });
        ChainHarness harness = harness(observations.registry);
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");

        assertThat(asked).containsExactly("agentkit.chat CHAT false");
        assertThat(observations.started).isZero();
    }

    @Test
    void usesAnApplicationsConvention() {
        RecordedObservations observations = new RecordedObservations();
        ChainHarness harness = harness(observations.registry, new DefaultChatObservationConvention() {
            @Override
            public KeyValues getLowCardinalityKeyValues(ChatObservationContext context) {
                return super.getLowCardinalityKeyValues(context).and("team", "search");
            }
        });
        harness.model.reply("hello");

        harness.chat("hi");

        assertThat(RecordedObservations.labels(observations.only("agentkit.chat")))
                .containsEntry("team", "search");
    }

    @Test // TC-011
    void endsAnObservationWhoseConventionThrows() {
        RecordedObservations observations = new RecordedObservations();
        ChainHarness harness = harness(observations.registry, new DefaultChatObservationConvention() {
            @Override
            public KeyValues getHighCardinalityKeyValues(ChatObservationContext context) {
                throw new IllegalStateException("the convention's own failure");
            }
        });
        harness.model.reply("hello");

        assertThat(harness.chat("hi").text()).isEqualTo("hello");
        assertThat(RecordedObservations.keys(observations.only("agentkit.chat")))
                .containsEntry("gen_ai.usage.input_tokens", "100");
    }
}
