package io.agentkit.coerce;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an answer is to be: a JSON schema, and the Java type that it is read as. Tells all that is wrong with an answer at once. References to
 * other documents are never followed. Immutable and thread-safe.
 *
 * <p>Of a record, the schema has a property for each component and no others. Those that are {@code Optional} or {@code @Nullable} may be
 * null; models are told to write them all the same, since some providers want that, and an answer without them is valid. Enums are strings; constraints of Bean Validation are checked where a provider of it is on the
 * class path.
 *
 * @param <T> the type that answers are read as
 */
public final class OutputSchema<T> {

    /** More problems than these are not told: a model does not learn more from them. */
    public static final int MAX_PROBLEMS = 20;

    private final String json;
    private final SchemaCheck check;
    private final Class<T> type;
    private final JsonMapper mapper;
    private final JsonMapper lenient;
    private final Constraints constraints;

    private OutputSchema(String json, SchemaCheck check, Class<T> type, JsonMapper mapper) {
        this.json = json;
        this.check = check;
        this.type = type;
        this.mapper = OutputMapper.exact(mapper);
        this.lenient = OutputMapper.lenient(this.mapper);
        this.constraints = type == JsonNode.class ? Constraints.NONE : Constraints.find();
    }

    /**
     * Answers that a JSON schema describes, draft 2020-12 unless it names draft-07 or another one.
     *
     * @throws IllegalArgumentException when it is no JSON schema, or refers to another document
     */
    public static OutputSchema<JsonNode> of(String json) {
        return new OutputSchema<>(json, SchemaCheck.of(json), JsonNode.class, JsonMapper.shared());
    }

    /**
     * Answers that are read as a record.
     *
     * @throws IllegalArgumentException when the type is no record, or holds what has no schema
     */
    public static <T> OutputSchema<T> of(Class<T> type) {
        return of(type, JsonMapper.shared());
    }

    /** As {@link #of(Class)}, read with the application's own mapper. */
    public static <T> OutputSchema<T> of(Class<T> type, JsonMapper mapper) {
        Objects.requireNonNull(type, "'type' must not be null");
        SchemaCheck check = SchemaCheck.of(TypeSchema.of(type, false));
        return new OutputSchema<>(TypeSchema.of(type, true), check, type, mapper);
    }

    /** The schema as JSON. */
    public String json() {
        return json;
    }

    public Class<T> type() {
        return type;
    }

    /** Checks a text that is valid JSON. */
    public CheckedOutput<T> check(String answer) {
        Objects.requireNonNull(answer, "'answer' must not be null");
        JsonNode tree;
        try {
            tree = mapper.readTree(answer);
        } catch (JacksonException unreadable) {
            return CheckedOutput.invalid(List.of(Problems.noJson()));
        }
        List<OutputProblem> problems = check.problems(tree);
        return problems.isEmpty() ? read(tree) : CheckedOutput.invalid(problems);
    }

    /**
     * The value of a text that is valid JSON.
     *
     * @throws InvalidOutputException when it is not valid
     */
    public T read(String answer) {
        CheckedOutput<T> checked = check(answer);
        T value = checked.value();
        if (value == null) {
            throw new InvalidOutputException(checked.problems(), 1);
        }
        return value;
    }

    private CheckedOutput<T> read(JsonNode tree) {
        T value;
        try {
            value = type.isInstance(tree) ? type.cast(tree) : mapper.treeToValue(tree, type);
        } catch (JacksonException wrong) {
            return CheckedOutput.invalid(List.of(Problems.of(wrong)));
        }
        if (value == null) {
            return CheckedOutput.invalid(List.of(Problems.noJson()));
        }
        List<OutputProblem> problems = constraints.problems(value);
        return problems.isEmpty() ? new CheckedOutput<>(value, problems) : CheckedOutput.invalid(problems);
    }

    /** What there is of a value, not checked; null when nothing can be made of it yet. */
    @Nullable
    T partial(String answer) {
        try {
            return lenient.readValue(answer, type);
        } catch (JacksonException notYet) {
            return null;
        }
    }

    /** The schema, shortened. */
    @Override
    public String toString() {
        return "OutputSchema[%s, %d characters]".formatted(type.getName(), json.length());
    }
}
