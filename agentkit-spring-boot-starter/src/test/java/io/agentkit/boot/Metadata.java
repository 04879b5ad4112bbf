package io.agentkit.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the annotation processors wrote about keys, which is what an IDE reads. */
final class Metadata {

    private static final JsonMapper JSON = new JsonMapper();

    private Metadata() {}

    /** All keys below {@code agentkit}. */
    static Map<String, Key> all() {
        Map<String, Key> keys = read("META-INF/spring-configuration-metadata.json");
        keys.keySet().removeIf(key -> !key.startsWith("agentkit."));
        return keys;
    }

    /** The keys of a record that stands below a name of the application's choice. */
    static Map<String, Key> of(String type) {
        return read("META-INF/spring/configuration-metadata/" + type + ".json");
    }

    private static Map<String, Key> read(String file) {
        Map<String, Key> keys = new TreeMap<>();
        try {
            for (URL url : Collections.list(Metadata.class.getClassLoader().getResources(file))) {
                try (InputStream in = url.openStream()) {
                    JSON.readTree(in).get("properties").forEach(key -> keys.put(text(key, "name"), Key.of(key)));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return keys;
    }

    private static String text(JsonNode key, String field) {
        return key.has(field) ? key.get(field).asString() : "";
    }

    record Key(String type, String description) {

        static Key of(JsonNode key) {
            return new Key(text(key, "type"), text(key, "description"));
        }
    }
}
