package io.agentkit.egress;

import static io.agentkit.egress.EgressRule.AMBIGUOUS;
import static io.agentkit.egress.EgressRule.MALFORMED;
import static io.agentkit.egress.EgressRule.PORT;
import static io.agentkit.egress.EgressRule.PRIVATE;
import static io.agentkit.egress.EgressRule.SCHEME;
import static io.agentkit.egress.EgressRule.USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UrlRuleTests {

    private final Verdicts verdicts = Verdicts.DEFAULTS;

    private static Verdicts verdicts(EgressSpec spec) {
        return new Verdicts(spec.guardrail());
    }

    @Test // TC-490
    void refusesOtherSchemes() {
        verdicts.refuses(
                SCHEME,
                "file:///etc/passwd",
                "FILE:///etc/passwd",
                "gopher://example.com/",
                "javascript:alert(1)",
                "data:text/plain,x",
                "jar:http://example.com!/",
                "view-source:http://example.com",
                "localhost:8080/x",
                " ftp://example.com");
        verdicts(EgressSpec.defaults().withSchemes(Set.of("WSS"))).allows("wss://example.com");
        verdicts(EgressSpec.defaults().withSchemes(Set.of("https"))).refuses(SCHEME, "http://example.com");
    }

    @Test
    void refusesWhatIsNoAbsoluteUrl() {
        verdicts.refuses(
                MALFORMED,
                "",
                "example.com/x",
                "//169.254.169.254/",
                "/x",
                "http:example.com",
                "http:/example.com",
                "http:///example.com",
                "http:\\\\example.com",
                "http:/\\example.com",
                "://example.com",
                "\u00a0http://example.com",
                "ｈttp://example.com");
    }

    @Test // TC-492, EG-08
    void refusesUserInformation() {
        verdicts.refuses(
                USER_INFO,
                "http://user@127.0.0.1",
                "http://user:secret@example.com",
                "http://@example.com",
                "http://127.1.1.1:80@@127.2.2.2:80/",
                "http://example.com%2f@127.0.0.1/");
    }

    @Test // EG-08
    void refusesWhatTwoParsersReadAsTwoHosts() {
        verdicts.refuses(
                AMBIGUOUS,
                "http://localhoste\\@localhost",
                "http://127.0.0.1:6666\\@arxiv.org",
                "http://example.com\\.evil.com",
                "http://example.com#@127.0.0.1/",
                "http://example.com?@localhost/",
                "http://example.com#\\@[::1]/x",
                "http://example.com?a@127.0.0.1@example.com/");
        verdicts.refuses(PRIVATE, "http://127.1.1.1:80#\\@127.2.2.2:80/");
    }

    @Test
    void refusesControlCharactersAnywhere() {
        verdicts.refuses(
                MALFORMED,
                "ht\ttp://example.com",
                "http://exam\nple.com",
                "http://example.com\r\n/x",
                "http://example.com/\u0000",
                "http://example.com/?x=1\r\nHost: localhost",
                "http://example.com/\u0085",
                "http://example.com/\u2028");
    }

    @Test
    void refusesPortsThatAreNone() {
        verdicts.refuses(
                PORT,
                "http://example.com:0",
                "http://example.com:65536",
                "http://example.com:4294967376",
                "http://example.com:080",
                "http://example.com:+80",
                "http://example.com:8o",
                "http://example.com:８０",
                "http://example.com:25/",
                "http://example.com:22/");
        verdicts.allows("http://example.com:/", "http://example.com:8080", "https://example.com:65535/x");
    }

    @Test
    void refusesPortsThatTheApplicationDoesNotList() {
        Verdicts listed = verdicts(EgressSpec.defaults().withPorts(Set.of(443)));

        listed.allows("https://example.com", "https://example.com:443", "http://example.com:443");
        listed.refuses(PORT, "http://example.com", "https://example.com:8443");
    }

    @Test
    void allowsWhatStandsAfterTheHost() {
        verdicts.allows(
                "https://example.com/?url=http://169.254.169.254/",
                "https://example.com/@user",
                "https://example.com/a b?c d#e f",
                "https://example.com?mail=user@example.org&x=1",
                "https://example.com?user=@alice",
                "https://example.com#http://localhost",
                "https://example.com/a\\b",
                "https://example.com/%00%0d%0a",
                "https://example.com/☃?q=１２７。0。0。1",
                "  https://example.com  ",
                "HTTPS://EXAMPLE.COM");
    }

    @Test
    void saysNothingOfTheUrlInItsReason() {
        EgressDecision decision =
                EgressSpec.defaults().guardrail().checkUrl(URI.create("http://10.0.0.7:8080/path?token=secret"));

        assertThat(decision)
                .isEqualTo(EgressDecision.refused(PRIVATE, "its address is in 10.0.0.0/8, private use (RFC 1918)"));
    }
}
