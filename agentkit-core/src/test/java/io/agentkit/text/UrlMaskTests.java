package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlMaskTests {

    @ParameterizedTest // AU-01
    @CsvSource(
            delimiter = '|',
            value = {
                "GET https://host/v1/models?key=AIza-1&alt=sse failed|GET https://host/v1/models?key=REDACTED&alt=REDACTED failed",
                "see https://user:pass@host/path.|see https://REDACTED@host/path.",
                "(http://host/a?token)|(http://host/a?REDACTED)",
                "https://host/a#secret, then|https://host/a#REDACTED, then",
                "POST /v1beta/m:generate?key=AIza-1|POST /v1beta/m:generate?key=REDACTED",
                "jdbc:x://me@db:1/a?user=u|jdbc:x://REDACTED@db:1/a?user=REDACTED",
                "https://host/a@b|https://host/a@b",
                "a=b and ://|a=b and ://"
            })
    void takesOutCredentials(String text, String masked) {
        assertThat(UrlMask.mask(text)).isEqualTo(masked);
    }

    @Test
    void givesBackATextWithoutCredentialsAsItIs() {
        String text = "see https://host/path and http://other";

        assertThat(UrlMask.mask(text)).isSameAs(text);
    }
}
