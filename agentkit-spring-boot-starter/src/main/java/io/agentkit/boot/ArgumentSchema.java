package io.agentkit.boot;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;

/** Tells by a tool's JSON schema which arguments there can be. What it does not understand allows anything. Immutable. */
final class ArgumentSchema {

    /** Schemas may refer to themselves. */
    private static final int DEEPEST = 32;

    private static final List<String> CHOICES =
            List.of("anyOf", "oneOf", "allOf", "not", "if", "patternProperties", "dependentSchemas", "$dynamicRef");

    private final Map<String, Object> root;

    private ArgumentSchema(Map<String, Object> root) {
        this.root = root;
    }

    static ArgumentSchema of(String json) {
        try {
            return new ArgumentSchema(
                    json.isBlank()
                            ? Map.of()
                            : JsonParserFactory.getJsonParser().parseMap(json));
        } catch (JsonParseException unreadable) {
            return new ArgumentSchema(Map.of());
        }
    }

    /** The names that there are where the path leaves the schema; null when there can be such an argument. */
    @Nullable
    Set<String> alternativesTo(String path) {
        return alternatives(root, Arrays.asList(path.split("\\.", -1)), 0);
    }

    private @Nullable Set<String> alternatives(@Nullable Object schema, List<String> rest, int depth) {
        if (!(schema instanceof Map<?, ?> node) || depth > DEEPEST || rest.isEmpty()) {
            return null;
        }
        if (node.get("$ref") instanceof String reference) {
            return alternatives(referred(reference), rest, depth + 1);
        }
        if (node.get("items") != null) {
            return alternatives(node.get("items"), rest, depth + 1);
        }
        boolean closed = Boolean.FALSE.equals(node.get("additionalProperties"));
        boolean open = !closed && node.get("additionalProperties") != null;
        if (open || CHOICES.stream().anyMatch(node::containsKey)) {
            return null;
        }
        if (!(node.get("properties") instanceof Map<?, ?> properties)) {
            return closed ? Set.of() : null;
        }
        if (properties.containsKey(String.join(".", rest)) || (properties.isEmpty() && !closed)) {
            return null;
        }
        if (properties.containsKey(rest.get(0))) {
            return alternatives(properties.get(rest.get(0)), rest.subList(1, rest.size()), depth + 1);
        }
        Set<String> names = new TreeSet<>();
        properties.keySet().forEach(name -> names.add(String.valueOf(name)));
        return names;
    }

    private @Nullable Object referred(String reference) {
        if (!reference.startsWith("#")) {
            return null;
        }
        Object at = root;
        for (String part : reference.substring(1).split("/", -1)) {
            if (!part.isEmpty()) {
                at = at instanceof Map<?, ?> node
                        ? node.get(part.replace("~1", "/").replace("~0", "~"))
                        : null;
            }
        }
        return at;
    }
}
