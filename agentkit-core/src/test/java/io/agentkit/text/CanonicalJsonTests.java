package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"token\":\"s3cret\",\"a\":1}|{\"a\":1,\"token\":\"REDACTED\"}",
                "{\"token\":[1,{\"s3cret\":2}]}|{\"token\":\"REDACTED\"}",
                "{\"TOKEN\":\"s3cret\"}|{\"TOKEN\":\"REDACTED\"}",
                "{\"\\u0074oken\":\"s3cret\"}|{\"token\":\"REDACTED\"}",
                "{\"token\":\"s3cret\",\"token\":null}|{\"token\":\"REDACTED\"}",
                "[{\"token\":\"s3cret\"}]|[{\"token\":\"REDACTED\"}]",
                "{\"auth\":{\"key\":\"s3cret\",\"name\":\"n\"}}|{\"auth\":{\"key\":\"REDACTED\",\"name\":\"n\"}}",
                "{\"auth\":[{\"key\":\"s3cret\"},{\"key\":7}]}|{\"auth\":[{\"key\":\"REDACTED\"},{\"key\":\"REDACTED\"}]}",
                "{\"auth.key\":\"s3cret\"}|{\"auth.key\":\"REDACTED\"}",
                "{\"Auth\":\"{\\\"key\\\":\\\"s3cret\\\"}\"}|{\"Auth\":\"REDACTED\"}",
                "\"{\\\"token\\\":\\\"s3cret\\\"}\"|\"REDACTED\"",
                "{\"authority\":\"x\",\"key\":\"y\"}|{\"authority\":\"x\",\"key\":\"y\"}",
                "{\"token\":\"s3cret\"|\"REDACTED\"",
                "token=s3cret|\"REDACTED\""
            })
    void masksWhatMembersHold(String text, String masked) {
        assertThat(CanonicalJson.masking(Set.of("token", "auth.key"), text)).isEqualTo(masked);
    }

    @Test
    void staysAsItIsWhereNothingIsSecret() {
        assertThat(CanonicalJson.masking(Set.of(), "{ no JSON")).isEqualTo("{ no JSON");
    }

    @Test
    void leavesMembersOut() {
        assertThat(CanonicalJson.without(
                        Set.of("now", "trace.id"), "{\"now\":1,\"b\":2,\"trace\":[{\"id\":{}},\"x\"],\"Now\":3}"))
                .isEqualTo("{\"Now\":3,\"b\":2,\"trace\":[{},\"x\"]}");
        assertThat(CanonicalJson.without(Set.of("now"), "{")).isNull();
    }

    @Test
    void takesNoDigitsThatJsonDoesNotTake() {
        assertThat(CanonicalJson.of("\"\\u0041\"")).isEqualTo("\"A\"");
        assertThat(CanonicalJson.of("\"\\u\uff10\uff10\uff14\uff11\"")).isNull();
        assertThat(CanonicalJson.of("[\u0661]")).isNull();
    }

    @Test
    void escapesHalvesOfCharacters() {
        assertThat(CanonicalJson.of("[\"\ud83d\ude00\",\"\ud83d\",\"\ude00\ud83d\",\"\\ud83d\\ude00\"]"))
                .isEqualTo("[\"\ud83d\ude00\",\"\\ud83d\",\"\\ude00\\ud83d\",\"\ud83d\ude00\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key | {\"key\": \"s3cret\", \"a\": 1} | {\"a\":1,\"key\":\"REDACTED\"}",
                "key | {\"key\": {\"deep\": [1, \"]\"]}, \"z\": 1} | {\"key\":\"REDACTED\",\"z\":1}",
                "key | {\"key\": 5} | {\"key\":\"REDACTED\"}",
                "key | {\"other\": {\"key\": 5}} | {\"other\":{\"key\":5}}",
                "key | {\"\\u006bey\": \"s3cret\"} | {\"key\":\"REDACTED\"}",
                "a.b | {\"a\": {\"b\": \"s3cret\", \"c\": \"x\"}} | {\"a\":{\"b\":\"REDACTED\",\"c\":\"x\"}}",
                "a.b | {\"a\": [{\"b\": \"s3cret\"}, {\"b\": 2}]} | {\"a\":[{\"b\":\"REDACTED\"},{\"b\":\"REDACTED\"}]}",
                "a | {\"a\": [\"s3cret\"]} | {\"a\":\"REDACTED\"}",
                "a | {} | {}",
                "a | [1, {\"a\": 2}] | [1,{\"a\":\"REDACTED\"}]",
                "a | s3cret | \"REDACTED\"",
                "a | {\"a\": \"s3cret | \"REDACTED\""
            })
    void masksValuesByTheirPath(String path, String json, String masked) {
        assertThat(CanonicalJson.masking(Set.of(path), json)).isEqualTo(masked);
    }
}
