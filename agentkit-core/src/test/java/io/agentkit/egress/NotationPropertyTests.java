package io.agentkit.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class NotationPropertyTests {

    private static final Guardrail GUARDRAIL = EgressSpec.defaults().guardrail();

    /** Addresses of all kinds: half from anywhere, half from in and around special ranges. */
    @Provide
    Arbitrary<int[]> addresses() {
        Arbitrary<Integer> octet = Arbitraries.integers().between(0, 255);
        Arbitrary<Integer> known = Arbitraries.of(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 255);
        Arbitrary<Integer> second = Arbitraries.of(0, 16, 18, 31, 51, 63, 64, 88, 100, 168, 175, 254, 255);
        return Arbitraries.oneOf(
                octet.array(int[].class).ofSize(4),
                known.flatMap(a -> second.flatMap(b -> octet.flatMap(c -> octet.map(d -> new int[] {a, b, c, d})))));
    }

    private static boolean isPublic(int[] o) throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(new byte[] {(byte) o[0], (byte) o[1], (byte) o[2], (byte) o[3]});
        return GUARDRAIL.checkAddress("example.com", address).isAllowed();
    }

    private static void assertVerdict(boolean expected, String url) {
        assertThat(GUARDRAIL.checkUrl(url).isAllowed()).as(url).isEqualTo(expected);
    }

    @Property(tries = 2000)
    void judgesEveryNotationLikeTheAddress(@ForAll("addresses") int[] o) throws UnknownHostException {
        long all = (long) o[0] << 24 | o[1] << 16 | o[2] << 8 | o[3];
        String dotted = "%d.%d.%d.%d".formatted(o[0], o[1], o[2], o[3]);
        boolean expected = isPublic(o);

        Stream.of(
                        dotted,
                        dotted + ".",
                        Long.toString(all),
                        "0x%x".formatted(all),
                        "0X%08X".formatted(all),
                        "0x%x.0x%X.0x%02x.0x%x".formatted(o[0], o[1], o[2], o[3]),
                        "%d.%d".formatted(o[0], all & 0xffffff),
                        "%d.%d.%d".formatted(o[0], o[1], all & 0xffff),
                        "0x%x.%d".formatted(o[0], all & 0xffffff),
                        dotted.replace('.', '。'),
                        dotted.replace('.', '．'),
                        dotted.replace('.', '｡'),
                        dotted.replace(".", "%2e"),
                        mapped(dotted, '0'),
                        mapped(dotted, '\u0660'),
                        mapped(dotted, '\u0966'),
                        "[::ffff:" + dotted + "]",
                        "[::ffff:%x:%x]".formatted(all >> 16, all & 0xffff),
                        "[64:ff9b::" + dotted + "]",
                        "[2606:4700::5efe:%s]".formatted(dotted),
                        dotted + ".nip.io",
                        "a-" + dotted.replace('.', '-') + ".sslip.io",
                        "%08x.nip.io".formatted(all))
                .forEach(host -> assertVerdict(expected, "http://" + host + "/"));
    }

    /** Where every other digit is full width, or all are of another script. */
    private static String mapped(String dotted, char zero) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < dotted.length(); i++) {
            char c = dotted.charAt(i);
            char from = zero == '0' && i % 2 == 0 ? '\uff10' : zero;
            out.append(c == '.' ? c : (char) (c - '0' + from));
        }
        return out.toString();
    }

    /** Octal numbers of up to three digits are decimal to Java: whoever reads them must find a public address. */
    @Property(tries = 2000)
    void refusesOctalOfWhatIsNotPublic(@ForAll("addresses") int[] o, @ForAll @IntRange(max = 6) int zeros)
            throws UnknownHostException {
        long all = (long) o[0] << 24 | o[1] << 16 | o[2] << 8 | o[3];
        String zero = "0".repeat(zeros + 1);
        String dotted = "%s%o.%s%o.%s%o.%s%o".formatted(zero, o[0], zero, o[1], zero, o[2], zero, o[3]);

        if (!isPublic(o)) {
            assertVerdict(false, "http://" + dotted);
            assertVerdict(false, "http://0%o".formatted(all));
        }
    }

    @Property(tries = 500)
    void refusesFormsThatNoPublicAddressHas(@ForAll("addresses") int[] o) {
        long all = (long) o[0] << 24 | o[1] << 16 | o[2] << 8 | o[3];
        String dotted = "%d.%d.%d.%d".formatted(o[0], o[1], o[2], o[3]);
        List<String> hosts = List.of(
                "[::" + dotted + "]",
                "[::ffff:0:" + dotted + "]",
                "[2002:%x:%x::1]".formatted(all >> 16, all & 0xffff),
                "[2001:0:%x:%x::]".formatted(all >> 16, all & 0xffff),
                "[64:ff9b:1::" + dotted + "]",
                "[::ffff:" + dotted + "%25eth0]",
                dotted + ".1",
                dotted + "..",
                Long.toString(all + (1L << 32)));

        hosts.forEach(host -> assertVerdict(false, "http://" + host + "/"));
    }

    @Property(tries = 3000)
    void answersWhateverTheText(@ForAll("texts") String text) {
        assertThatCode(() -> GUARDRAIL.checkUrl(text)).doesNotThrowAnyException();
        assertThatCode(() -> GUARDRAIL.checkUrl("http://" + text)).doesNotThrowAnyException();
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "http", ":", "/", "//", "\\", "@", "#", "?", "[", "]", "%", "%2", "%41", "%ff", ".", "。", "xn--", "-",
                "0x", "0", "1", "127", "::", "nip.io", "a", "ß", "\u200d", "\ud800", "😀", " ", "\n", "ﷺ", "１");
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(40),
                pieces.list().ofMaxSize(12).map(list -> String.join("", list)));
    }
}
