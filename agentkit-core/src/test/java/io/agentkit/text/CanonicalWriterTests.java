package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CanonicalWriterTests {

    private enum Level {
        LOW
    }

    @Test // TC-084
    void writesEqualValuesTheSame() {
        assertThat(digest(new LinkedHashMap<>(Map.of("a", 1, "b", 2))))
                .isEqualTo(digest(new TreeMap<>(Map.of("b", 2L, "a", (short) 1))));
        assertThat(digest(new LinkedHashSet<>(List.of("a", "b", "c"))))
                .isEqualTo(digest(new LinkedHashSet<>(List.of("c", "b", "a"))));
        assertThat(digest(0.5f)).isEqualTo(digest(0.5));
        assertThat(digest(Map.of(Level.LOW, 1, 5, 2))).isEqualTo(digest(Map.of(5, 2, Level.LOW, 1)));
    }

    @Test // TC-084, EC-02
    void tellsValuesApart() {
        List<Object> values = new ArrayList<>(Arrays.asList(
                null,
                0,
                1,
                1.0,
                0.0,
                -0.0,
                "",
                "1",
                true,
                false,
                BigInteger.ONE,
                BigDecimal.ONE,
                new BigDecimal("1.0"),
                new byte[] {1},
                List.of(),
                List.of("a", "b"),
                List.of("b", "a"),
                List.of(List.of("a"), "b"),
                Set.of(),
                Set.of("a", "b"),
                Map.of(),
                Map.of("a", "b"),
                Map.of("b", "a"),
                'a',
                new UUID(1, 2),
                URI.create("http://a"),
                Instant.EPOCH,
                Duration.ZERO));

        assertThat(values.stream().map(CanonicalWriterTests::digest).distinct()).hasSize(values.size());
        assertThat(digest(Optional.of(1))).isEqualTo(digest(1));
    }

    @Test
    void leavesWhatItDoesNotKnowToOthers() {
        CanonicalWriter out = new CanonicalWriter(new Fingerprint());
        Object foreign = new StringBuilder("x");

        assertThat(out.value(foreign)).isFalse();
        assertThat(out.unknown()).isEqualTo(StringBuilder.class);
        assertThat(out.with((part, to) -> to.value(part.toString())).value(Map.of("a", List.of(foreign))))
                .isTrue();
        assertThat(out.unknown()).isNull();
    }

    @Test
    void givesUpOnWhatHoldsItself() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);

        assertThat(new CanonicalWriter(new Fingerprint()).value(itself)).isFalse();
    }

    @Test
    void namesWhatIsUnknownInsideASet() {
        CanonicalWriter out = new CanonicalWriter(new Fingerprint());

        assertThat(out.value(Set.of(List.of(new StringBuilder())))).isFalse();
        assertThat(out.unknown()).isEqualTo(StringBuilder.class);
    }

    private static Digest digest(@Nullable Object value) {
        Fingerprint fingerprint = new Fingerprint();
        assertThat(new CanonicalWriter(fingerprint).value(value)).isTrue();
        return fingerprint.digest();
    }
}
