package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMaskTests {

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
                "a | s3cret | REDACTED",
                "a | {\"a\": \"s3cret | REDACTED"
            })
    void takesValuesOutByTheirPath(String path, String json, String masked) {
        assertThat(JsonMask.mask(json, Set.of(path))).isEqualTo(masked);
    }

    @Test
    void leavesATextThatIsNotJsonWhereNothingIsSecret() {
        assertThat(JsonMask.mask("plain", Set.of())).isEqualTo("plain");
    }
}
