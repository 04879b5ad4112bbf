package io.agentkit.boot;

import io.agentkit.money.Money;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.util.ReflectionUtils;

/** A record of settings as one would write it in yml: for people, with secrets replaced. */
final class Settings {

    private Settings() {}

    /** The settings by name, in the order of the record; those that are not set are left out. */
    static Map<String, Object> of(Record settings) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            ReflectionUtils.makeAccessible(component.getAccessor());
            put(
                    map,
                    DataObjectPropertyName.toDashedForm(component.getName()),
                    ReflectionUtils.invokeMethod(component.getAccessor(), settings));
        }
        return map;
    }

    private static void put(Map<String, Object> map, String name, @Nullable Object value) {
        if (value != null) {
            map.put(name, Secrets.isSecret(name) ? Secrets.HIDDEN : plain(value));
        }
    }

    private static Object plain(Object value) {
        if (value instanceof Record nested && !(value instanceof Comparable<?>)) {
            return of(nested);
        }
        if (value instanceof Map<?, ?> entries) {
            Map<String, Object> map = new LinkedHashMap<>();
            entries.forEach((key, each) -> put(map, String.valueOf(key), each));
            return map;
        }
        if (value instanceof Collection<?> elements) {
            List<Object> list = new ArrayList<>();
            elements.forEach(each -> list.add(plain(each)));
            return list;
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof Duration duration) {
            return duration(duration);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
        if (value instanceof BigDecimal || value instanceof Money) {
            return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        }
        return value instanceof Number || value instanceof Boolean ? value : value.toString();
    }

    /** In the largest unit that needs no fraction. */
    static String duration(Duration duration) {
        record Unit(ChronoUnit unit, String suffix) {}
        List<Unit> units = List.of(
                new Unit(ChronoUnit.DAYS, "d"),
                new Unit(ChronoUnit.HOURS, "h"),
                new Unit(ChronoUnit.MINUTES, "m"),
                new Unit(ChronoUnit.SECONDS, "s"),
                new Unit(ChronoUnit.MILLIS, "ms"),
                new Unit(ChronoUnit.MICROS, "us"));
        if (duration.isZero()) {
            return "0s";
        }
        for (Unit unit : units) {
            long count = duration.dividedBy(unit.unit().getDuration());
            if (count != 0 && unit.unit().getDuration().multipliedBy(count).equals(duration)) {
                return count + unit.suffix();
            }
        }
        return duration.toNanos() + "ns";
    }
}
