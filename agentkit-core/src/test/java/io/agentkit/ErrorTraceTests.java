package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ErrorTraceTests {

    @Test
    void tellsTypesAndPlacesAndNoText() {
        IllegalStateException failure = new IllegalStateException("secret-1", new IllegalArgumentException("secret-2"));
        failure.addSuppressed(new UnsupportedOperationException("secret-3"));

        assertThat(printed(ErrorTrace.of(failure)))
                .doesNotContain("secret")
                .contains("java.lang.IllegalStateException")
                .contains("Caused by: java.lang.IllegalArgumentException")
                .contains("Suppressed: java.lang.UnsupportedOperationException")
                .contains("tellsTypesAndPlacesAndNoText");
    }

    @Test
    void keepsOurOwnWordsAndNotThoseOfACause() {
        Throwable failure =
                new AgentKitException(ErrorKind.STORE, "the store is down", new IllegalStateException("secret"));

        assertThat(printed(ErrorTrace.of(failure)))
                .contains("the store is down")
                .doesNotContain("secret");
    }

    @Test
    void comesToAnEnd() {
        IllegalStateException first = new IllegalStateException();
        IllegalStateException second = new IllegalStateException(first);
        first.initCause(second);
        second.addSuppressed(first);

        assertThat(printed(ErrorTrace.of(first))).contains("IllegalStateException");
    }

    private static String printed(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
