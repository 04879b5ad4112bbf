package io.agentkit.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.IDN;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class HostTextTests {

    private static final int MEGABYTE = 1 << 20;

    @Provide
    Arbitrary<String> labels() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('à', 'ö')
                .withCharRange('а', 'я')
                .withCharRange('一', '丿')
                .ofMinLength(1)
                .ofMaxLength(12);
    }

    @Property
    void decodesWhatTheJdkEncodes(@ForAll("labels") String label) {
        String encoded = IDN.toASCII(label);
        Assume.that(encoded.startsWith("xn--"));

        assertThat(Punycode.decode(encoded.substring(4))).isEqualTo(label);
    }

    @Test
    void decodesWhatTheJdkDoesNot() {
        assertThat(Punycode.decode("fa-hia")).isEqualTo("faß");
        assertThat(Punycode.decode("ls8h")).isEqualTo("💩");
        assertThat(Punycode.decode("99999999")).isNull();
        assertThat(Punycode.decode("a-b!")).isNull();
    }

    @Test
    void foldsLikeIdnaNotLikeJava() {
        assertThat(HostText.of("ΟΔΟΣ")).isEqualTo("οδοσ");
        assertThat(HostText.of("İ")).isEqualTo("i̇".toLowerCase(Locale.ROOT));
        assertThat(HostText.of("ẞ")).isEqualTo("ß");
        assertThat(HostText.of("K")).isEqualTo("k");
    }

    @Test
    void takesNoLongerThanTheTextIsLong() {
        Guardrail guardrail = EgressSpec.defaults().guardrail();
        List<String> parts =
                List.of("a", "a.", "1.", "0", "%41", "%", "@", "\\", "ﷺ", "#@a", "?@", ":", "[", "-1", "xn--a.");

        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            for (String part : parts) {
                String text = part.repeat(MEGABYTE / part.length());
                guardrail.checkUrl("http://" + text);
                guardrail.checkUrl("http://example.com" + text);
                guardrail.checkUrl("http://example.com/" + text);
                guardrail.checkUrl("http://example.com?" + text);
                guardrail.checkUrl(text);
            }
        });
    }
}
