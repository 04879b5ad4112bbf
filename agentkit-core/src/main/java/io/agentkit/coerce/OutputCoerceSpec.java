package io.agentkit.coerce;

import io.agentkit.ChatMiddleware;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Makes answers what they are to be: takes the JSON out of the text, repairs it, checks it against a schema, and asks again with what is wrong,
 * each time at the price of a request. What the caller wants is known by the type it asks for, by the request's output schema, by a schema in
 * the last words of the user (as Spring AI writes it there), or else by what is set here; calls without any of these, and replies that ask for
 * tools, pass as they are. Refused and truncated answers are failures and never repaired. A streaming caller gets the answer once it is valid.
 * Needs {@code json-schema-validator} and Jackson on the class path. Immutable.
 *
 * @param schema where the JSON schema for answers is: a file, or a resource with {@code classpath:} before its name; not set by default
 * @param type the record that answers are read as; not set by default
 * @param schemaBean name of a bean that says what answers are to be, an {@code OutputSchema}; not set by default
 * @param fromPrompt whether a schema is looked for in what the user wrote last, behind the words {@code JSON Schema}; true by default
 * @param maxRepairs how often it asks again for an answer that is not valid; 0 to 10; 1 by default
 * @param onInvalid whether a call fails whose answer is not valid after all, or passes it on as it came; fails by default
 */
@ConfigurationPropertiesSource
public record OutputCoerceSpec(
        @Nullable String schema,
        @Nullable Class<?> type,
        @Nullable String schemaBean,
        Boolean fromPrompt,
        Integer maxRepairs,
        OnInvalid onInvalid)
        implements ChatSpec {

    private static final int MOST_REPAIRS = 10;

    public OutputCoerceSpec(
            @Nullable String schema,
            @Nullable Class<?> type,
            @Nullable String schemaBean,
            @Nullable Boolean fromPrompt,
            @Nullable Integer maxRepairs,
            @Nullable OnInvalid onInvalid) {
        this.schema = schema;
        this.type = type;
        this.schemaBean = schemaBean;
        this.fromPrompt = Objects.requireNonNullElse(fromPrompt, true);
        this.maxRepairs = Objects.requireNonNullElse(maxRepairs, 1);
        this.onInvalid = Objects.requireNonNullElse(onInvalid, OnInvalid.FAIL);
        if (schema != null && schema.isBlank()) {
            throw new IllegalArgumentException("'schema' must be where a file is (was blank)");
        }
        if (schemaBean != null && schemaBean.isBlank()) {
            throw new IllegalArgumentException("'schemaBean' must name a bean (was blank)");
        }
        if (Stream.of(schema, type, schemaBean).filter(Objects::nonNull).count() > 1) {
            throw new IllegalArgumentException(
                    "only one of 'schema', 'type' and 'schemaBean' can say what answers are to be");
        }
        if (type != null && !type.isRecord()) {
            throw new IllegalArgumentException("'type' must be a record (was %s)".formatted(type.getName()));
        }
        if (this.maxRepairs < 0 || this.maxRepairs > MOST_REPAIRS) {
            throw new IllegalArgumentException(
                    "'maxRepairs' must be between 0 and %d (was %d)".formatted(MOST_REPAIRS, this.maxRepairs));
        }
    }

    public static OutputCoerceSpec defaults() {
        return new OutputCoerceSpec(null, null, null, null, null, null);
    }

    /** For answers that a schema in a file describes. */
    public OutputCoerceSpec withSchema(String location) {
        return new OutputCoerceSpec(location, null, null, fromPrompt, maxRepairs, onInvalid);
    }

    /** For answers that are read as a record. */
    public OutputCoerceSpec withType(Class<?> value) {
        return new OutputCoerceSpec(null, value, null, fromPrompt, maxRepairs, onInvalid);
    }

    public OutputCoerceSpec withSchemaBean(String name) {
        return new OutputCoerceSpec(null, null, name, fromPrompt, maxRepairs, onInvalid);
    }

    public OutputCoerceSpec withFromPrompt(boolean value) {
        return new OutputCoerceSpec(schema, type, schemaBean, value, maxRepairs, onInvalid);
    }

    public OutputCoerceSpec withMaxRepairs(int value) {
        return new OutputCoerceSpec(schema, type, schemaBean, fromPrompt, value, onInvalid);
    }

    public OutputCoerceSpec withOnInvalid(OnInvalid value) {
        return new OutputCoerceSpec(schema, type, schemaBean, fromPrompt, maxRepairs, value);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        if (!isPossible()) {
            throw new IllegalArgumentException("there is no com.networknt:json-schema-validator on the class path");
        }
        return new OutputCoerce(new Schemas(chainSchema(resources), fromPrompt), maxRepairs, onInvalid);
    }

    private static boolean isPossible() {
        try {
            return SchemaCheck.of("{}") != null;
        } catch (NoClassDefFoundError absent) {
            return false;
        }
    }

    private @Nullable OutputSchema<?> chainSchema(Resources resources) {
        if (schema != null) {
            return OutputSchema.of(SchemaLocation.read(schema));
        }
        if (type != null) {
            return OutputSchema.of(type);
        }
        return schemaBean == null ? null : resources.get(schemaBean, OutputSchema.class);
    }
}
