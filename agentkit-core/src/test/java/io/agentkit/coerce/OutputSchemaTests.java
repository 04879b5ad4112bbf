package io.agentkit.coerce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.agentkit.ErrorKind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputSchemaTests {

    enum Currency {
        EUR,
        @JsonProperty("US$")
        USD
    }

    record Line(@NotBlank String text, @Max(10) int count) {}

    record Invoice(
            @JsonPropertyDescription("as printed") String number,
            BigDecimal total,
            Currency currency,
            LocalDate due,
            @Valid List<Line> lines,
            Optional<String> note,
            @Nullable Boolean paid,
            @JsonProperty("ref_no") Optional<Long> reference,
            Map<String, Set<Integer>> groups) {}

    record Tree(String name, List<Tree> children) {}

    record Everything(Object anything, String[] names, Optional<Line> line, byte small, double wide) {}

    private static final String VALID = """
            {"number": "A-1", "total": 0.10000000000000000000001, "currency": "US$", "due": "2026-12-31",
             "lines": [{"text": "x", "count": 2}], "groups": {"a": [1, 2]}}""";

    @Test // TC-121
    void aValidAnswerIsAValueWithExactNumbers() {
        Invoice invoice = OutputSchema.of(Invoice.class).read(VALID);

        assertThat(invoice.total()).isEqualTo(new BigDecimal("0.10000000000000000000001"));
        assertThat(invoice.currency()).isEqualTo(Currency.USD);
        assertThat(invoice.due()).isEqualTo(LocalDate.of(2026, 12, 31));
        assertThat(invoice.lines()).containsExactly(new Line("x", 2));
        assertThat(invoice.note()).isEmpty();
        assertThat(invoice.paid()).isNull();
        assertThat(invoice.groups()).containsEntry("a", Set.of(1, 2));
    }

    @Test // TC-122, TC-523
    void allProblemsAreToldWithTheirPaths() {
        CheckedOutput<Invoice> checked = OutputSchema.of(Invoice.class).check("""
                        {"number": 7, "total": "1", "currency": "GBP", "due": "2026-12-31", "more": 1,
                         "lines": [{"text": "x", "count": true}], "groups": {}, "paid": null}""");

        assertThat(checked.value()).isNull();
        assertThat(checked.problems())
                .extracting(OutputProblem::toString)
                .containsExactlyInAnyOrder(
                        "/number type", "/total type", "/currency enum", "additionalProperties", "/lines/0/count type");
        assertThat(OutputSchema.of(Invoice.class).check("{}").problems())
                .extracting(OutputProblem::toString)
                .containsExactlyInAnyOrder(
                        "/number required",
                        "/total required",
                        "/currency required",
                        "/due required",
                        "/lines required",
                        "/groups required");
    }

    @Test
    void nullIsForWhatIsOptionalOnly() {
        OutputSchema<Everything> schema = OutputSchema.of(Everything.class);

        assertThat(schema.check("{\"anything\": 1, \"names\": [\"a\"], \"line\": null, \"small\": 1, \"wide\": 2}")
                        .isValid())
                .isTrue();
        assertThat(schema.check("{\"anything\": 1, \"names\": null, \"small\": 1, \"wide\": 2}")
                        .problems())
                .extracting(OutputProblem::toString)
                .containsExactly("/names type");
    }

    @Test
    void constraintsAreProblemsOfTheSameKind() {
        String broken = VALID.replace("\"text\": \"x\", \"count\": 2", "\"text\": \" \", \"count\": 11");

        assertThat(OutputSchema.of(Invoice.class).check(broken).problems())
                .extracting(OutputProblem::toString)
                .containsExactly("/lines/0/count Max", "/lines/0/text NotBlank");
    }

    @Test
    void whatTheSchemaAllowsAndTheTypeDoesNotIsAProblem() {
        assertThat(OutputSchema.of(Invoice.class)
                        .check(VALID.replace("2026-12-31", "2026-13-32"))
                        .problems())
                .extracting(OutputProblem::toString)
                .containsExactly("/due type");
        assertThat(OutputSchema.of(Everything.class)
                        .check("{\"anything\": 1, \"names\": [], \"small\": 1000, \"wide\": 2}")
                        .problems())
                .extracting(OutputProblem::rule)
                .containsExactly("type");
    }

    @Test
    void aTypeMayHoldItself() {
        OutputSchema<Tree> schema = OutputSchema.of(Tree.class);

        assertThat(schema.read("{\"name\": \"a\", \"children\": [{\"name\": \"b\", \"children\": []}]}"))
                .isEqualTo(new Tree("a", List.of(new Tree("b", List.of()))));
        assertThat(schema.check("{\"name\": \"a\", \"children\": [{\"name\": 1, \"children\": []}]}")
                        .problems())
                .extracting(OutputProblem::path)
                .containsExactly("/children/0/name");
    }

    @Test
    void modelsAreToldToWriteEveryProperty() {
        assertThat(OutputSchema.of(Line.class).json())
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},\"count\":{\"type\":\"integer\"}},"
                                + "\"required\":[\"text\",\"count\"],\"additionalProperties\":false}");
        assertThat(OutputSchema.of(Invoice.class).json())
                .contains(
                        "\"required\":[\"number\",\"total\",\"currency\",\"due\",\"lines\",\"note\",\"paid\",\"ref_no\",\"groups\"]")
                .contains("\"paid\":{\"type\":[\"boolean\",\"null\"]}")
                .contains("\"description\":\"as printed\"")
                .contains("\"enum\":[\"EUR\",\"US$\"]");
    }

    @Test // TC-524
    void aTypeThatIsNoObjectIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputSchema.of(List.class))
                .withMessage("'type' must be a record: models answer in objects (was java.util.List)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputSchema.of(HasThread.class))
                .withMessageContaining("java.lang.Thread");
    }

    record HasThread(Thread thread) {}

    @Test
    void bothDraftsOfProvidersAreUnderstood() {
        String seven = """
                {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"n": {"type": "integer"}},
                 "type": "array", "items": [{"$ref": "#/definitions/n"}, {"type": "string"}]}""";
        String latest = """
                {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"n": {"type": "integer"}},
                 "type": "array", "prefixItems": [{"$ref": "#/$defs/n"}, {"type": "string"}]}""";

        for (String schema : List.of(seven, latest)) {
            assertThat(OutputSchema.of(schema).check("[1, \"a\"]").isValid()).isTrue();
            assertThat(OutputSchema.of(schema).check("[\"a\", 1]").problems())
                    .extracting(OutputProblem::toString)
                    .containsExactly("/0 type", "/1 type");
        }
    }

    @Test
    void otherDocumentsAreNeverFetched() {
        for (String reference : List.of("https://example.com/x.json", "file:///etc/hostname", "classpath:x.json")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> OutputSchema.of("{\"properties\": {\"a\": {\"$ref\": \"" + reference + "\"}}}"))
                    .withMessage("'schema' must be a JSON schema that refers to no other document");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> OutputSchema.of("[]"));
        assertThatIllegalArgumentException().isThrownBy(() -> OutputSchema.of("{"));
    }

    @Test
    void problemsAreBounded() {
        String many = "[" + "\"x\",".repeat(1_000) + "\"x\"]";

        assertThat(OutputSchema.of("{\"items\": {\"type\": \"integer\"}}")
                        .check(many)
                        .problems())
                .hasSize(OutputSchema.MAX_PROBLEMS);
    }

    @Test // TC-122
    void theFailureNamesPathsAndRulesAndNothingOfTheAnswer() {
        assertThatExceptionOfType(InvalidOutputException.class)
                .isThrownBy(() -> OutputSchema.of(Line.class).read("{\"text\": 17042, \"secret word\": \"hush\"}"))
                .satisfies(failure -> {
                    assertThat(failure.kind()).isEqualTo(ErrorKind.INVALID_OUTPUT);
                    assertThat(failure.problems()).hasSize(3);
                    assertThat(failure.getMessage())
                            .contains("/count required", "/text type", "additionalProperties")
                            .doesNotContain("17042", "secret", "hush");
                });
    }

    @Test // TC-522
    void aPartialValueLeavesOutWhatItDoesNotKnow() {
        assertThat(OutputSchema.of(Line.class).partial("{\"text\": \"a\", \"else\": 1}"))
                .isEqualTo(new Line("a", 0));
        assertThat(OutputSchema.of(Line.class).partial("[1]")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$ref\":\"#\"}", "{\"allOf\":[{\"$ref\":\"#\"}]}", "{\"$dynamicRef\":\"#a\"}"})
    void aSchemaThatRefersToItselfOrNothingIsRefused(String schema) {
        assertThatIllegalArgumentException().isThrownBy(() -> OutputSchema.of(schema));
    }

    @Test
    void aPatternThatWouldTakeYearsOrTheStackMakesAnAnswerInvalid() {
        OutputSchema<?> slow = OutputSchema.of("{\"pattern\":\"^a*a*a*a*a*b$\"}");
        OutputSchema<?> deep = OutputSchema.of("{\"pattern\":\"^(a|b)*$\"}");

        assertThat(slow.check('"' + "a".repeat(400) + "!\"").problems()).hasToString("[limit]");
        assertThat(slow.check("\"aab\"").problems()).isEmpty();
        assertThat(deep.check('"' + "ab".repeat(40_000) + '"').problems()).hasToString("[limit]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999", "1e999999999", "1e-999999999"})
    void aNumberThatCannotBeDividedInTimeMakesAnAnswerInvalid(String number) {
        OutputSchema<?> schema = OutputSchema.of("{\"items\":{\"multipleOf\":0.01}}");

        assertThat(schema.check("[" + number + "]").problems()).hasToString("[limit]");
        assertThat(schema.check("[1.25]").problems()).isEmpty();
    }
}
