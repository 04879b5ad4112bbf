package io.agentkit.observe;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A registry that keeps the contexts of observations that ended. */
final class RecordedObservations implements ObservationHandler<Observation.Context> {

    final ObservationRegistry registry = ObservationRegistry.create();
    final List<Observation.Context> ended = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    int started;

    RecordedObservations() {
        registry.observationConfig().observationHandler(this);
    }

    @Override
    public void onStart(Observation.Context context) {
        started++;
    }

    @Override
    public void onEvent(Observation.Event event, Observation.Context context) {
        events.add(event.getName());
    }

    @Override
    public void onStop(Observation.Context context) {
        ended.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    Observation.Context only(String name) {
        List<Observation.Context> all =
                ended.stream().filter(each -> each.getName().equals(name)).toList();
        if (all.size() != 1) {
            throw new AssertionError("Expected one observation '%s', was %d".formatted(name, all.size()));
        }
        return all.get(0);
    }

    static Map<String, String> labels(Observation.Context context) {
        return map(context.getLowCardinalityKeyValues());
    }

    static Map<String, String> keys(Observation.Context context) {
        return map(context.getAllKeyValues());
    }

    private static Map<String, String> map(Iterable<KeyValue> values) {
        Map<String, String> map = new TreeMap<>();
        values.forEach(each -> map.put(each.getKey(), each.getValue()));
        return map;
    }
}
