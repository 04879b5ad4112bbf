package io.agentkit.egress;

import static io.agentkit.egress.EgressRule.DENIED;
import static io.agentkit.egress.EgressRule.MALFORMED;
import static io.agentkit.egress.EgressRule.METADATA;
import static io.agentkit.egress.EgressRule.NOT_ALLOWED;
import static io.agentkit.egress.EgressRule.PRIVATE;
import static io.agentkit.egress.EgressRule.SPECIAL_PURPOSE;
import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRuleTests {

    private final Verdicts verdicts = Verdicts.DEFAULTS;

    private static Verdicts verdicts(EgressSpec spec) {
        return new Verdicts(spec.guardrail());
    }

    @Test // TC-490, EG-07
    void refusesNamesOfTheMachineItself() {
        verdicts.refuses(
                PRIVATE,
                "http://localhost",
                "http://LOCALHOST:8080/",
                "http://localhost.",
                "http://api.localhost",
                "http://localhost.localdomain",
                "http://ip6-localhost",
                "http://localtest.me",
                "http://x.lvh.me");
        verdicts.refuses(METADATA, "http://169.254.169.254.");
    }

    @Test
    void refusesNamesThatOnlyANetworkKnows() {
        verdicts.refuses(
                PRIVATE, "http://intranet", "http://printer.local", "http://db.internal", "http://nas.home.arpa");
    }

    @Test // EG-10
    void refusesNamesOfMetadataServices() {
        verdicts.refuses(
                METADATA,
                "http://metadata.google.internal/",
                "http://metadata/",
                "http://metadata.goog",
                "http://metadata.aws.internal",
                "http://instance-data",
                "http://instance-data.ec2.internal",
                "http://metadata.tencentyun.com");
    }

    @Test
    void judgesNamesThatHoldAnAddressByTheAddress() {
        verdicts.refuses(
                PRIVATE,
                "http://10.0.0.1.nip.io",
                "http://app-192-168-1-1.nip.io",
                "http://app.0a000001.nip.io",
                "http://--1.sslip.io");
        verdicts.refuses(METADATA, "http://www.169-254-169-254.sslip.io/");
        verdicts.refuses(SPECIAL_PURPOSE, "http://www.nip.io", "http://7f000001.c0a80001.rbndr.us");
        verdicts.allows("http://8.8.8.8.nip.io", "http://nip.io", "http://127.0.0.1.example.com");
    }

    @Test // EG-09
    void readsUnicodeDotsAndDigits() {
        verdicts.refuses(PRIVATE, "http://127。0。0。1", "http://127．0．0．1", "http://127｡0｡0｡1", "http://１２７.0.0.1");
        verdicts.refuses(PRIVATE, "http://𝟏𝟐𝟕.𝟎.𝟎.𝟏", "http://١٢٧.٠.٠.١", "http://0ⓧ7f.1", "http://⑩.0.0.1");
        verdicts.refuses(METADATA, "http://①⑥⑨.254.169.254");
        verdicts.allows("http://８.8．8。8");
    }

    @Test // EG-09
    void readsNamesInAnyForm() {
        verdicts.refuses(PRIVATE, "http://ⓛocalhost", "http://ＬＯＣＡＬＨＯＳＴ", "http://localhoſt", "http://loc%61lhost");
        verdicts.refuses(PRIVATE, "http://loc\u00adalhost", "http://local\u200dhost", "http://%E2%93%9Bocalhost");
        verdicts.refuses(MALFORMED, "http://\u202elocalhost", "http://\u200eexample.com", "http://exam\u3164ple.com");
        verdicts.refuses(MALFORMED, "http://example.com\uff0f.evil.com", "http://a\u2100b.com", "http://ex\ud800.com");
    }

    @Test
    void allowsInternationalNames() {
        verdicts.allows(
                "https://münchen.de",
                "https://xn--mnchen-3ya.de",
                "https://faß.de",
                "https://xn--fa-hia.de",
                "https://例え.jp",
                "https://пример.рф",
                "https://☃.net",
                "https://ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ",
                "https://i❤️.ws");
    }

    @Test
    void refusesPunycodeOfWhatNeedsNone() {
        verdicts.refuses(
                MALFORMED,
                "http://xn--localhost-",
                "http://xn--",
                "http://xn--a.example.com",
                "http://xn--1a7xg.0.0.1");
    }

    @Test
    void refusesHostsThatCannotBe() {
        verdicts.refuses(
                MALFORMED,
                "http://a..example.com",
                "http://.example.com",
                "http://",
                "http://%00",
                "http://exa mple.com",
                "http://example.com%2f.evil.com",
                "http://%2531.0.0.1",
                "http://exa%zz.com",
                "http://${HOST}/",
                "http://" + "a".repeat(64) + ".com",
                "http://" + "a.".repeat(127) + "com");
    }

    @Test // TC-493, TC-494, TC-140
    void allowsOnlyTheHostsOfTheList() {
        Verdicts listed =
                verdicts(EgressSpec.defaults().withAllow(List.of("example.com", "*.openai.com", "8.8.8.0/24")));

        verdicts.allows("https://api.openai.com");
        listed.allows("https://example.com", "https://API.example.com.", "https://api.openai.com", "http://8.8.8.8");
        listed.refuses(
                NOT_ALLOWED, "https://evil.com", "https://openai.com", "https://badexample.com", "http://8.8.9.8");
    }

    /** IDNA2003 asks the DNS for fass.de, IDNA2008 for xn--fa-hia.de. */
    @Test
    void allowsANameThatIsTwoToClientsWhereBothAreOnTheList() {
        Verdicts listed = verdicts(EgressSpec.defaults().withAllow(List.of("fass.de", "xn--mnchen-3ya.de")));

        listed.refuses(NOT_ALLOWED, "https://faß.de", "https://xn--fa-hia.de");
        listed.allows("https://münchen.de", "https://MÜNCHEN.de", "https://xn--mnchen-3ya.de");
    }

    @Test // TC-143
    void refusesAPrivateAddressThatIsOnTheList() {
        Verdicts listed = verdicts(EgressSpec.defaults()
                .withAllow(List.of("169.254.169.254", "10.0.0.0/8", "localhost", "metadata.google.internal")));

        listed.refuses(METADATA, "http://169.254.169.254/", "http://metadata.google.internal/");
        listed.refuses(PRIVATE, "http://10.0.0.1", "http://localhost");
    }

    @Test
    void refusesWhatTheApplicationRefuses() {
        Verdicts listed =
                verdicts(EgressSpec.defaults().withDeny(List.of("bücher.de", "1.1.1.0/24", "2606:4700::/32")));

        listed.refuses(
                DENIED,
                "https://xn--bcher-kva.de",
                "https://www.BÜCHER.de",
                "http://0x01010101",
                "http://[::ffff:1.1.1.1]",
                "http://[64:ff9b::1.1.1.1]",
                "http://[2606:4700::1]");
    }

    @Test // EG-04
    void refusesMetadataWherePrivateAddressesAreAllowed() {
        Verdicts open = verdicts(EgressSpec.defaults().withBlockPrivate(false));

        open.allows("http://10.0.0.1", "http://localhost:8080", "http://[fd12::1]", "http://db.internal");
        open.refuses(
                METADATA, "http://[::ffff:a9fe:a9fe]", "http://[fd00:ec2::254]", "http://metadata.google.internal");
        open.refuses(METADATA, "http://100.100.100.200", "http://metadata", "http://metadata.x.internal");
        open.refuses(SPECIAL_PURPOSE, "http://169.254.1.1", "http://0.0.0.0", "http://[fe80::1]");
    }

    @Test
    void opensSinglePrivateHosts() {
        Verdicts open = verdicts(EgressSpec.defaults().withAllowPrivate(List.of("10.1.0.0/16", "wiki.corp", "build")));

        open.allows("http://10.1.2.3", "http://wiki.corp", "http://build:8081", "https://example.com");
        open.refuses(PRIVATE, "http://10.2.0.1", "http://git.corp", "http://localhost");
    }

    private static InetAddress address(String text) {
        return new IPAddressString(text).getAddress().toInetAddress();
    }

    private static boolean mayConnect(Guardrail guardrail, String host, String address) {
        return guardrail.checkAddress(host, address(address)).isAllowed();
    }

    @ParameterizedTest
    @CsvSource({
        "example.com,     93.184.216.34, true",
        "example.com,     127.0.0.1,     false",
        "example.com,     ::1,           false",
        "localhost,       8.8.8.8,       false",
        "[2606:4700::1],  2606:4700::1,  true",
        "2606:4700::1,    2606:4700::1,  true",
        "fe80::1%eth0,    2606:4700::1,  false",
        "exa mple.com,    93.184.216.34, false",
        "'',              93.184.216.34, false"
    })
    void judgesTheAddressesThatAHostIsFoundToHave(String host, String address, boolean may) {
        assertThat(mayConnect(EgressSpec.defaults().guardrail(), host, address)).isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({"wiki.corp, 10.0.0.1, true", "example.com, 10.0.0.1, false", "wiki.corp, 169.254.169.254, false"})
    void opensTheAddressesOfAPrivateHostByItsName(String host, String address, boolean may) {
        EgressSpec spec = EgressSpec.defaults().withAllowPrivate(List.of("wiki.corp"));

        assertThat(mayConnect(spec.guardrail(), host, address)).isEqualTo(may);
    }
}
