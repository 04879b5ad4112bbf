package io.agentkit.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Behaves as Micrometer's own context. */
class KeyedContextTests {

    private final KeyedContext context = new RequestContext();

    @Test
    void keepsTheLastValueOfAKey() {
        context.addLowCardinalityKeyValues(KeyValues.of("b", "1", "a", "2"));
        context.addLowCardinalityKeyValue(KeyValue.of("a", "3"));
        context.addHighCardinalityKeyValue(KeyValue.of("c", "4"));

        assertThat(context.getLowCardinalityKeyValues()).containsExactly(KeyValue.of("a", "3"), KeyValue.of("b", "1"));
        assertThat(context.getLowCardinalityKeyValue("a")).isEqualTo(KeyValue.of("a", "3"));
        assertThat(context.getHighCardinalityKeyValue("c")).isEqualTo(KeyValue.of("c", "4"));
        assertThat(context.getHighCardinalityKeyValue("a")).isNull();
        assertThat(context.getAllKeyValues()).hasSize(3);
    }

    @Test
    void removesKeys() {
        context.addLowCardinalityKeyValues(KeyValues.of("a", "1", "b", "2", "c", "3"));
        context.addHighCardinalityKeyValues(KeyValues.of("d", "1", "e", "2"));

        context.removeLowCardinalityKeyValues("a", "c");
        context.removeLowCardinalityKeyValue("unknown");
        context.removeHighCardinalityKeyValue("d");

        assertThat(context.getLowCardinalityKeyValues()).containsExactly(KeyValue.of("b", "2"));
        assertThat(context.getHighCardinalityKeyValues()).containsExactly(KeyValue.of("e", "2"));
    }

    @Test
    void letsFiltersOfAnApplicationChangeKeys() {
        RecordedObservations observations = new RecordedObservations();
        ObservationRegistry registry = observations.registry;
        registry.observationConfig()
                .observationFilter(each ->
                        each.removeLowCardinalityKeyValue("a").addLowCardinalityKeyValue(KeyValue.of("region", "eu")));
        context.addLowCardinalityKeyValues(KeyValues.of("a", "1"));

        Observation.createNotStarted("agentkit.request", () -> context, registry)
                .start()
                .stop();

        assertThat(RecordedObservations.labels(observations.only("agentkit.request")))
                .isEqualTo(Map.of("region", "eu"));
    }
}
