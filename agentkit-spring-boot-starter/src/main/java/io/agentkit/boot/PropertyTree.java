package io.agentkit.boot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** All that was written below {@code agentkit}, with the document it was written in. */
final class PropertyTree {

    static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("agentkit");

    private final List<ConfigurationPropertySource> sources = new ArrayList<>();

    private final Map<ConfigurationPropertySource, List<ConfigurationPropertyName>> names = new LinkedHashMap<>();

    private final Binder binder;

    PropertyTree(Environment environment) {
        binder = Binder.get(environment);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            sources.add(source);
            if (source instanceof IterableConfigurationPropertySource iterable) {
                names.put(source, iterable.stream().filter(ROOT::isAncestorOf).toList());
            }
        }
    }

    Binder binder() {
        return binder;
    }

    /** Every name that was written, the sources with precedence first; without environment variables, whose names lose their dashes. */
    List<ConfigurationPropertyName> written() {
        return written(source -> !isEnvironment(source));
    }

    /** What environment variables set; their underscores are dots here. */
    List<ConfigurationPropertyName> variables() {
        return written(PropertyTree::isEnvironment);
    }

    private List<ConfigurationPropertyName> written(Predicate<ConfigurationPropertySource> wanted) {
        Set<ConfigurationPropertyName> all = new LinkedHashSet<>();
        names.forEach((source, below) -> {
            if (wanted.test(source)) {
                all.addAll(below);
            }
        });
        return List.copyOf(all);
    }

    /** The documents themselves, with the names as they stand in them; without environment variables. */
    List<EnumerablePropertySource<?>> documents() {
        List<EnumerablePropertySource<?>> documents = new ArrayList<>();
        for (ConfigurationPropertySource source : names.keySet()) {
            if (!isEnvironment(source)
                    && source.getUnderlyingSource() instanceof EnumerablePropertySource<?> document) {
                documents.add(document);
            }
        }
        return documents;
    }

    /** What was written below this name with exactly this value; null when nothing was. */
    @Nullable
    ConfigurationProperty withValue(ConfigurationPropertyName parent, String value) {
        for (ConfigurationPropertyName name : written()) {
            ConfigurationProperty property = parent.isAncestorOf(name) ? find(name) : null;
            if (property != null && property.getValue().toString().equals(value)) {
                return property;
            }
        }
        return null;
    }

    /** What was written first whose name, as it was written, begins with this; null when nothing was. */
    @Nullable
    ConfigurationProperty startingWith(String property) {
        for (ConfigurationPropertyName name : written()) {
            if (asWritten(name).startsWith(property)) {
                return find(name);
            }
        }
        return null;
    }

    private static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    /** The keys directly below, as they were written. */
    Set<String> keysBelow(ConfigurationPropertyName parent) {
        Map<ConfigurationPropertyName, String> keys = new LinkedHashMap<>();
        int depth = parent.getNumberOfElements();
        for (List<ConfigurationPropertyName> below : names.values()) {
            for (ConfigurationPropertyName name : below) {
                if (parent.isAncestorOf(name)) {
                    keys.putIfAbsent(name.chop(depth + 1), name.getElement(depth, Form.ORIGINAL));
                }
            }
        }
        return new LinkedHashSet<>(keys.values());
    }

    /** The name directly below that has this key, as it was written; the parent itself when none has. */
    ConfigurationPropertyName child(ConfigurationPropertyName parent, String key) {
        int depth = parent.getNumberOfElements();
        return names.values().stream()
                .flatMap(List::stream)
                .filter(name -> parent.isAncestorOf(name)
                        && name.getElement(depth, Form.ORIGINAL).equals(key))
                .findFirst()
                .map(name -> name.chop(depth + 1))
                .orElse(parent);
    }

    /** The documents in which this name, or one below it, was written. */
    List<ConfigurationPropertySource> documentsOf(ConfigurationPropertyName name) {
        return names.entrySet().stream()
                .filter(entry ->
                        entry.getValue().stream().anyMatch(below -> below.equals(name) || name.isAncestorOf(below)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The value of this name, or else the first one written below it in that document. */
    @Nullable
    ConfigurationProperty firstAt(ConfigurationPropertyName name, ConfigurationPropertySource document) {
        ConfigurationProperty exact = document.getConfigurationProperty(name);
        if (exact != null) {
            return exact;
        }
        for (ConfigurationPropertyName below : names.getOrDefault(document, List.of())) {
            if (name.isAncestorOf(below)) {
                return document.getConfigurationProperty(below);
            }
        }
        return null;
    }

    @Nullable
    ConfigurationProperty firstAt(ConfigurationPropertyName name) {
        List<ConfigurationPropertySource> documents = documentsOf(name);
        return documents.isEmpty() ? null : firstAt(name, documents.get(0));
    }

    /** The document that the effective list comes from: lists are replaced and never merged. */
    @Nullable
    ConfigurationPropertySource documentOfList(ConfigurationPropertyName list) {
        for (ConfigurationPropertySource source : sources) {
            if (source.getConfigurationProperty(list) != null
                    || source.getConfigurationProperty(list.append("[0]")) != null) {
                return source;
            }
        }
        return null;
    }

    /** The effective value of exactly this name. */
    @Nullable
    ConfigurationProperty find(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : sources) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }

    /** The effective value of exactly this name as a text, with its placeholders filled in; null when there is none. */
    @Nullable
    String text(ConfigurationPropertyName name) {
        try {
            return binder.bind(name, Bindable.of(String.class)).orElse(null);
        } catch (BindException unresolved) {
            return null;
        }
    }

    /** A name as it stands in the documents, as far as it stands there: with its own capitals and underscores. */
    String inOwnWords(ConfigurationPropertyName name) {
        for (int depth = name.getNumberOfElements(); depth > 1; depth--) {
            ConfigurationPropertyName start = name.chop(depth);
            for (List<ConfigurationPropertyName> below : names.values()) {
                for (ConfigurationPropertyName each : below) {
                    if (start.equals(each) || start.isAncestorOf(each)) {
                        return asWritten(each.chop(depth))
                                + name.toString().substring(start.toString().length());
                    }
                }
            }
        }
        return name.toString();
    }

    static String asWritten(ConfigurationPropertyName name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            if (name.chop(i + 1).isLastElementIndexed()) {
                text.append('[').append(element).append(']');
            } else {
                text.append(i == 0 ? "" : ".").append(element);
            }
        }
        return text.toString();
    }
}
