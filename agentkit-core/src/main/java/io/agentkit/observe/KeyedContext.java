package io.agentkit.observe;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps keys in the pieces they are handed over in. Micrometer's own context puts each key into a map, when an observation starts and again
 * when it stops, which costs more than all the rest of it. Thread-safe.
 */
abstract class KeyedContext extends Observation.Context {

    private volatile KeyValues low = KeyValues.empty();
    private volatile KeyValues high = KeyValues.empty();

    @Override
    public Observation.Context addLowCardinalityKeyValue(KeyValue keyValue) {
        return addLowCardinalityKeyValues(KeyValues.of(keyValue));
    }

    @Override
    public Observation.Context addHighCardinalityKeyValue(KeyValue keyValue) {
        return addHighCardinalityKeyValues(KeyValues.of(keyValue));
    }

    @Override
    public synchronized Observation.Context addLowCardinalityKeyValues(KeyValues more) {
        low = low.and(more);
        return this;
    }

    @Override
    public synchronized Observation.Context addHighCardinalityKeyValues(KeyValues more) {
        high = high.and(more);
        return this;
    }

    @Override
    public Observation.Context removeLowCardinalityKeyValue(String key) {
        return removeLowCardinalityKeyValues(key);
    }

    @Override
    public Observation.Context removeHighCardinalityKeyValue(String key) {
        return removeHighCardinalityKeyValues(key);
    }

    @Override
    public synchronized Observation.Context removeLowCardinalityKeyValues(String... keys) {
        low = without(low, keys);
        return this;
    }

    @Override
    public synchronized Observation.Context removeHighCardinalityKeyValues(String... keys) {
        high = without(high, keys);
        return this;
    }

    private static KeyValues without(KeyValues all, String... keys) {
        Set<String> unwanted = Set.copyOf(Arrays.asList(keys));
        return KeyValues.of(
                all.stream().filter(each -> !unwanted.contains(each.getKey())).toList());
    }

    @Override
    public KeyValues getLowCardinalityKeyValues() {
        return low;
    }

    @Override
    public KeyValues getHighCardinalityKeyValues() {
        return high;
    }

    @Override
    public @Nullable KeyValue getLowCardinalityKeyValue(String key) {
        return find(low, key);
    }

    @Override
    public @Nullable KeyValue getHighCardinalityKeyValue(String key) {
        return find(high, key);
    }

    private static @Nullable KeyValue find(KeyValues all, String key) {
        for (KeyValue each : all) {
            if (each.getKey().equals(key)) {
                return each;
            }
        }
        return null;
    }
}
