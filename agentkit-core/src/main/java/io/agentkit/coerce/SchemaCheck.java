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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JSON schema that answers are checked against. Thread-safe. */
final class SchemaCheck {

    private static final String DIALECTS = "://json-schema.org/";

    private final Schema schema;

    private SchemaCheck(Schema schema) {
        this.schema = schema;
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
            return new SchemaCheck(schema);
        } catch (SchemaException wrong) {
            throw new IllegalArgumentException(
                    "'schema' must be a JSON schema that refers to no other document", wrong);
        }
    }

    /** One for each schema: what one names must not be found by another. */
    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ROOT)
                .build();
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(config)
                        .schemaLoader(
                                loader -> loader.allow(iri -> iri.toString().contains(DIALECTS))));
    }

    List<OutputProblem> problems(JsonNode answer) {
        List<Error> errors = schema.validate(answer);
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

    /** With the name of a property that is missing; a name that must not be there is the model's own word. */
    private static String path(Error error) {
        String path = error.getInstanceLocation().toString();
        return error.getKeyword().equals("required") && error.getProperty() != null
                ? path + "/" + Problems.escaped(error.getProperty())
                : path;
    }
}
