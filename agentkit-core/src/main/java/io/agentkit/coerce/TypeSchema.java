package io.agentkit.coerce;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the JSON schema of a record, in the part of the language that providers take. Not thread-safe. */
final class TypeSchema {

    private static final String STRING = "string";

    private static final Map<Class<?>, String> SCALARS = Map.ofEntries(
            Map.entry(String.class, STRING),
            Map.entry(CharSequence.class, STRING),
            Map.entry(Character.class, STRING),
            Map.entry(char.class, STRING),
            Map.entry(UUID.class, STRING),
            Map.entry(URI.class, STRING),
            Map.entry(Duration.class, STRING),
            Map.entry(LocalDate.class, STRING),
            Map.entry(LocalTime.class, STRING),
            Map.entry(LocalDateTime.class, STRING),
            Map.entry(OffsetDateTime.class, STRING),
            Map.entry(ZonedDateTime.class, STRING),
            Map.entry(Instant.class, STRING),
            Map.entry(boolean.class, "boolean"),
            Map.entry(Boolean.class, "boolean"),
            Map.entry(byte.class, "integer"),
            Map.entry(Byte.class, "integer"),
            Map.entry(short.class, "integer"),
            Map.entry(Short.class, "integer"),
            Map.entry(int.class, "integer"),
            Map.entry(Integer.class, "integer"),
            Map.entry(long.class, "integer"),
            Map.entry(Long.class, "integer"),
            Map.entry(BigInteger.class, "integer"),
            Map.entry(float.class, "number"),
            Map.entry(Float.class, "number"),
            Map.entry(double.class, "number"),
            Map.entry(Double.class, "number"),
            Map.entry(BigDecimal.class, "number"),
            Map.entry(Number.class, "number"));

    private static final Map<Class<?>, String> FORMATS = Map.of(
            UUID.class, "uuid",
            URI.class, "uri",
            Duration.class, "duration",
            LocalDate.class, "date",
            LocalTime.class, "time",
            OffsetDateTime.class, "date-time",
            ZonedDateTime.class, "date-time",
            Instant.class, "date-time");

    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final Map<Class<?>, String> names = new LinkedHashMap<>();
    private final ObjectNode definitions = nodes.objectNode();
    private final Class<?> root;
    private final boolean all;

    private TypeSchema(Class<?> root, boolean all) {
        this.root = root;
        this.all = all;
    }

    /** @param all whether optional properties are required, too, and null when they are not there: what providers ask for */
    static String of(Class<?> type, boolean all) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException(
                    "'type' must be a record: models answer in objects (was %s)".formatted(type.getName()));
        }
        TypeSchema schema = new TypeSchema(type, all);
        ObjectNode object = schema.record(type);
        if (!schema.definitions.isEmpty()) {
            object.set("$defs", schema.definitions);
        }
        return JsonMapper.shared().writeValueAsString(object);
    }

    private ObjectNode record(Class<?> type) {
        ObjectNode properties = nodes.objectNode();
        ArrayNode required = nodes.arrayNode();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = name(component);
            boolean optional = isOptional(component);
            ObjectNode schema = schema(component.getGenericType());
            if (optional) {
                schema = orNull(schema);
            }
            if (all || !optional) {
                required.add(name);
            }
            JsonPropertyDescription description = component.getAccessor().getAnnotation(JsonPropertyDescription.class);
            if (description != null) {
                schema.put("description", description.value());
            }
            properties.set(name, schema);
        }
        ObjectNode object = nodes.objectNode().put("type", "object");
        object.set("properties", properties);
        object.set("required", required);
        return object.put("additionalProperties", false);
    }

    private static String name(RecordComponent component) {
        JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
        return named == null || named.value().isEmpty() ? component.getName() : named.value();
    }

    private static boolean isOptional(RecordComponent component) {
        return component.getType() == Optional.class
                || hasNullable(component)
                || hasNullable(component.getAccessor())
                || hasNullable(component.getAnnotatedType());
    }

    private static boolean hasNullable(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(annotation ->
                        annotation.annotationType().getSimpleName().equals("Nullable"));
    }

    private ObjectNode orNull(ObjectNode schema) {
        if (schema.path("type").isString() && !schema.has("enum")) {
            String type = schema.get("type").asString();
            schema.set("type", nodes.arrayNode().add(type).add("null"));
            return schema;
        }
        ObjectNode either = nodes.objectNode();
        either.set("anyOf", nodes.arrayNode().add(schema).add(nodes.objectNode().put("type", "null")));
        return either;
    }

    private ObjectNode schema(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return generic((Class<?>) parameterized.getRawType(), parameterized.getActualTypeArguments());
        }
        if (type instanceof GenericArrayType array) {
            return array(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return schema(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof Class<?> plain) {
            return plain(plain);
        }
        throw new IllegalArgumentException(
                "'type' must not have type variables (%s has '%s')".formatted(root.getName(), type.getTypeName()));
    }

    private ObjectNode generic(Class<?> raw, Type[] arguments) {
        if (raw == Optional.class) {
            return schema(arguments[0]);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            ObjectNode array = array(arguments[0]);
            return Set.class.isAssignableFrom(raw) ? array.put("uniqueItems", true) : array;
        }
        if (Map.class.isAssignableFrom(raw)) {
            ObjectNode map = nodes.objectNode().put("type", "object");
            map.set("additionalProperties", schema(arguments[1]));
            return map;
        }
        throw new IllegalArgumentException(
                "'type' must be made of records, enums, collections, maps and scalars (%s has a %s)"
                        .formatted(root.getName(), raw.getName()));
    }

    private ObjectNode array(Type items) {
        ObjectNode array = nodes.objectNode().put("type", "array");
        array.set("items", schema(items));
        return array;
    }

    private ObjectNode plain(Class<?> type) {
        String scalar = SCALARS.get(type);
        if (scalar != null) {
            ObjectNode schema = nodes.objectNode().put("type", scalar);
            String format = FORMATS.get(type);
            return format == null ? schema : schema.put("format", format);
        }
        if (type.isEnum()) {
            ArrayNode constants = nodes.arrayNode();
            for (Object constant : type.getEnumConstants()) {
                constants.add(constantName((Enum<?>) constant));
            }
            ObjectNode schema = nodes.objectNode().put("type", STRING);
            schema.set("enum", constants);
            return schema;
        }
        if (type.isArray()) {
            return array(type.getComponentType());
        }
        if (type.isRecord()) {
            return reference(type);
        }
        if (type == Object.class) {
            return nodes.objectNode();
        }
        throw new IllegalArgumentException(
                "'type' must be made of records, enums, collections, maps and scalars (%s has a %s)"
                        .formatted(root.getName(), type.getName()));
    }

    private static String constantName(Enum<?> constant) {
        try {
            JsonProperty named =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
            return named == null || named.value().isEmpty() ? constant.name() : named.value();
        } catch (NoSuchFieldException absent) {
            throw new AssertionError(absent);
        }
    }

    /** A record by reference, so that it may hold itself. */
    private ObjectNode reference(Class<?> type) {
        if (type == root) {
            return nodes.objectNode().put("$ref", "#");
        }
        String name = names.get(type);
        if (name == null) {
            name = type.getSimpleName();
            while (definitions.has(name)) {
                name += "_";
            }
            names.put(type, name);
            definitions.putObject(name);
            definitions.set(name, record(type));
        }
        return nodes.objectNode().put("$ref", "#/$defs/" + name);
    }
}
