package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ \"b\" : 1, \"a\" : [ 1.50, true, null ] }|{\"a\":[1.50,true,null],\"b\":1}",
                "{\"a\":{\"d\":-1e3,\"c\":{}}}|{\"a\":{\"c\":{},\"d\":-1e3}}",
                "\"\\u0041\\/\\n\"|\"A/\\n\"",
                "{\"a\":1,\"a\":2}|{\"a\":2}",
                "[]|[]"
            })
    void writesWhatMeansTheSameInOneForm(String text, String canonical) {
        assertThat(CanonicalJson.of(text)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"a\"}",
                "{\"a\":}",
                "[1,]",
                "{\"a\":1} x",
                "01",
                "1.",
                "1e",
                "-",
                "nul",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "hello"
            })
    void doesNotReadWhatIsNotJson(String text) {
        assertThat(CanonicalJson.of(text)).isNull();
    }

    @Test
    void doesNotExhaustTheStack() {
        assertThat(CanonicalJson.of("[".repeat(100_000))).isNull();
    }
}
