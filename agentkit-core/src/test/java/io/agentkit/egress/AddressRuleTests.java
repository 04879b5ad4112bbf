package io.agentkit.egress;

import static io.agentkit.egress.EgressRule.MALFORMED;
import static io.agentkit.egress.EgressRule.METADATA;
import static io.agentkit.egress.EgressRule.PRIVATE;
import static io.agentkit.egress.EgressRule.SPECIAL_PURPOSE;
import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTests {

    private final Verdicts verdicts = Verdicts.DEFAULTS;

    static List<Range> ranges() {
        return Ranges.ALL.stream()
                .filter(range -> range.kind() != Range.Kind.PUBLIC)
                .toList();
    }

    private static String url(IPAddress address) {
        return address.isIPv4() ? "http://" + address : "http://[" + address + "]/";
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void refusesTheFirstAndTheLastAddressOfEachRange(Range range) {
        IPAddress block = new IPAddressString(range.block()).getAddress();

        assertThat(verdicts.of(url(block.getLower().withoutPrefixLength()))).isNotNull();
        assertThat(verdicts.of(url(block.getUpper().withoutPrefixLength()))).isNotNull();
    }

    /** Every row of both registries of special-purpose addresses, as of October 2025; the table must hold the next ones too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0/8",
                "0.0.0.0/32",
                "10.0.0.0/8",
                "100.64.0.0/10",
                "127.0.0.0/8",
                "169.254.0.0/16",
                "172.16.0.0/12",
                "192.0.0.0/24",
                "192.0.0.0/29",
                "192.0.0.8/32",
                "192.0.0.9/32",
                "192.0.0.10/32",
                "192.0.0.170/32",
                "192.0.0.171/32",
                "192.0.2.0/24",
                "192.31.196.0/24",
                "192.52.193.0/24",
                "192.88.99.0/24",
                "192.88.99.2/32",
                "192.168.0.0/16",
                "192.175.48.0/24",
                "198.18.0.0/15",
                "198.51.100.0/24",
                "203.0.113.0/24",
                "240.0.0.0/4",
                "255.255.255.255/32",
                "::1/128",
                "::/128",
                "::ffff:0:0/96",
                "64:ff9b::/96",
                "64:ff9b:1::/48",
                "100::/64",
                "100:0:0:1::/64",
                "2001::/23",
                "2001::/32",
                "2001:1::1/128",
                "2001:1::2/128",
                "2001:1::3/128",
                "2001:2::/48",
                "2001:3::/32",
                "2001:4:112::/48",
                "2001:10::/28",
                "2001:20::/28",
                "2001:30::/28",
                "2001:db8::/32",
                "2002::/16",
                "2620:4f:8000::/48",
                "3fff::/20",
                "5f00::/16",
                "fc00::/7",
                "fe80::/10"
            })
    void holdsEveryRowOfTheRegistries(String row) {
        assertThat(Ranges.ALL).anyMatch(range -> range.block().equals(row) && range.kind() != Range.Kind.PUBLIC);
    }

    @Test
    void allowsTheNeighboursOfRanges() {
        verdicts.allows(
                "http://1.0.0.0",
                "http://9.255.255.255",
                "http://11.0.0.0",
                "http://100.63.255.255",
                "http://100.128.0.0",
                "http://126.255.255.255",
                "http://128.0.0.0",
                "http://169.253.255.255",
                "http://169.255.0.0",
                "http://172.15.255.255",
                "http://172.32.0.0",
                "http://191.255.255.255",
                "http://192.0.1.0",
                "http://192.0.3.0",
                "http://192.167.255.255",
                "http://192.169.0.0",
                "http://198.17.255.255",
                "http://198.20.0.0",
                "http://203.0.112.255",
                "http://203.0.114.0",
                "http://223.255.255.255",
                "http://[2001:200::]",
                "http://[2001:db7:ffff::1]",
                "http://[2001:db9::]",
                "http://[2003::]",
                "http://[2606:4700:4700::1111]");
    }

    @Test // TC-490, EG-10
    void refusesWhatIsNotPublic() {
        verdicts.refuses(PRIVATE, "http://127.0.0.1:8080", "http://10.0.0.5", "http://[::1]/", "http://172.16.0.1");
        verdicts.refuses(SPECIAL_PURPOSE, "http://0.0.0.0", "http://255.255.255.255", "http://224.0.0.1");
    }

    @Test // TC-490, EG-10
    void refusesMetadataServices() {
        verdicts.refuses(
                METADATA,
                "http://169.254.169.254/latest/meta-data/",
                "http://169.254.170.2/v2/credentials",
                "http://168.63.129.16/",
                "http://100.100.100.200/",
                "http://192.0.0.192/",
                "http://[fd00:ec2::254]/");
    }

    @Test // TC-491, EG-01, EG-02, EG-03
    void refusesIpv4InOldNotations() {
        verdicts.refuses(
                METADATA,
                "http://2852039166/",
                "http://0xA9FEA9FE/",
                "http://025177524776/",
                "http://0xA9.0xFE.0xA9.0xFE/",
                "http://0251.0376.0251.0376/",
                "http://169.254.43518/",
                "http://169.16689662/");
        verdicts.refuses(
                PRIVATE,
                "http://1684300900/",
                "http://017700000001/",
                "http://127.1",
                "http://2130706433",
                "http://0x7f000001",
                "http://0177.0.0.1",
                "http://0x7F.1");
    }

    /** Java reads 0127 as 127, most others as 87. */
    @Test
    void refusesANumberThatIsPrivateToSomeReaders() {
        verdicts.refuses(PRIVATE, "http://0127.0.0.1/", "http://010.010.010.010/");
        verdicts.allows("http://0135.0270.0330.042/");
    }

    @Test
    void refusesNumbersThatAreNoAddress() {
        verdicts.refuses(
                MALFORMED,
                "http://425.510.425.510",
                "http://7147006462",
                "http://0x41414141A9FEA9FE",
                "http://08.8.8.8",
                "http://0o177.0.0.1",
                "http://1.2.3.4.5",
                "http://127.0.0.0x",
                "http://8.8.8.8..");
    }

    @Test // TC-492, EG-04
    void refusesWhatIsMappedIntoIpv6() {
        verdicts.refuses(
                PRIVATE, "http://[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]", "http://[0:0:0:0:0:FFFF:7F00:0001]");
        verdicts.refuses(METADATA, "http://[::ffff:a9fe:a9fe]");
        verdicts.allows("http://[::ffff:8.8.8.8]/");
    }

    @Test // EG-05, EG-06
    void refusesWhatIsEmbeddedInIpv6() {
        verdicts.refuses(METADATA, "http://[64:ff9b::a9fe:a9fe]/");
        verdicts.refuses(
                SPECIAL_PURPOSE,
                "http://[::169.254.169.254]/",
                "http://[::ffff:0:127.0.0.1]/",
                "http://[2002:7f00:1::1]/",
                "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
                "http://[64:ff9b:1::7f00:1]/");
        verdicts.refuses(PRIVATE, "http://[2606:4700:0:0:0:5efe:10.0.0.1]/", "http://[2606:4700::200:5efe:127.0.0.1]/");
    }

    @Test
    void allowsPublicAddressesThatNetworksTranslate() {
        verdicts.allows("http://[64:ff9b::8.8.8.8]/", "http://[2606:4700::200:5efe:8.8.8.8]/");
    }

    @Test
    void refusesIpv6ThatNotEveryoneReads() {
        verdicts.refuses(
                MALFORMED,
                "http://[fe80::1%25eth0]/",
                "http://[2606:4700::1%eth0]/",
                "http://[::ffff:012.0.0.1]/",
                "http://[::ffff:127.1]/",
                "http://[::00001]/",
                "http://[1::2::3]/",
                "http://[v1.x]/",
                "http://[::1",
                "http://[::1]x/",
                "http://[]/",
                "http://0000::1:80/",
                "http://fe80::1/");
    }

    @Test
    void allowsPublicAddressesInOldNotations() {
        verdicts.allows("http://134744072/", "http://0x8.8.8.8", "http://8.526344", "http://8.8.8.8.");
    }
}
