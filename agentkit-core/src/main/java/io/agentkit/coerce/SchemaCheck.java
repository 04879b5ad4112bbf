package io.agentkit.coerce;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON schema that answers are checked against. Thread-safe. */
final class SchemaCheck {

    private static final Pattern DIALECTS = Pattern.compile("https?://json-schema\\.org/.*");

    /** Digits of a number that are divided by another; the exponent costs as many. */
    private static final int MOST_DIGITS = 1_000;

    private final Schema schema;
    private final boolean divides;

    private SchemaCheck(Schema schema, boolean divides) {
        this.schema = schema;
        this.divides = divides;
    }

    static SchemaCheck of(String json) {
        JsonNode node;
        try {
            node = JsonMapper.shared().readTree(json);
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException("'schema' must be a JSON schema (it is no JSON)");
        }
        if (node == null || !node.isObject()) {
            throw new IllegalArgumentException("'schema' must be a JSON schema (it is no object)");
        }
        try {
            Schema schema = registry().getSchema(node);
            schema.initializeValidators();
            // What refers to itself before it looks at a value, or to nothing, is seen with any.
            schema.validate(JsonNodeFactory.instance.objectNode());
            return new SchemaCheck(schema, json.contains("multipleOf"));
        } catch (SchemaException wrong) {
            throw new IllegalArgumentException(
                    "'schema' must be a JSON schema that refers to no other document", wrong);
        } catch (StackOverflowError endless) {
            throw new IllegalArgumentException(
                    "'schema' must be a JSON schema that does not refer to itself endlessly");
        }
    }

    /** One for each schema: what one names must not be found by another. */
    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ROOT)
                .regularExpressionFactory(BoundedPattern::new)
                .build();
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(config)
                        .schemaLoader(loader -> loader.allow(
                                iri -> DIALECTS.matcher(iri.toString()).matches())));
    }

    List<OutputProblem> problems(JsonNode answer) {
        if (divides && hasHugeNumber(answer)) {
            return List.of(Problems.uncheckable());
        }
        List<Error> errors;
        try {
            errors = schema.validate(answer);
        } catch (SchemaException | ArithmeticException | StackOverflowError endless) {
            return List.of(Problems.uncheckable());
        }
        if (errors.isEmpty()) {
            return List.of();
        }
        List<OutputProblem> problems = new ArrayList<>(errors.size());
        for (Error error : errors) {
            if (problems.size() == OutputSchema.MAX_PROBLEMS) {
                break;
            }
            problems.add(new OutputProblem(path(error), error.getKeyword(), error.getMessage()));
        }
        return problems;
    }

    /** As {@code 1e999999999}, of which a division would write out each digit. */
    private static boolean hasHugeNumber(JsonNode node) {
        if (node.isBigDecimal()) {
            return Math.abs((long) node.decimalValue().scale()) > MOST_DIGITS;
        }
        for (JsonNode child : node) {
            if (hasHugeNumber(child)) {
                return true;
            }
        }
        return false;
    }

    /** With the name of a property that is missing; a name that must not be there is the model's own word. */
    private static String path(Error error) {
        String path = error.getInstanceLocation().toString();
        return error.getKeyword().equals("required") && error.getProperty() != null
                ? path + "/" + Problems.escaped(error.getProperty())
                : path;
    }
}
