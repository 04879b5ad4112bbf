package io.agentkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FingerprintTests {

    @Test
    void isSha256OverLengthAndUtf8() throws Exception {
        String text = "aä€😀".repeat(400);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update(new byte[] {0, 0, 0, 0, 0, 0, (byte) (text.length() >> 8), (byte) text.length()});
        byte[] expected = sha256.digest(inUtf8ByHalves(text));

        assertThat(new Fingerprint().add(text).hex()).isEqualTo(HexFormat.of().formatHex(expected));
        assertThat(new Fingerprint().add(text).after("a:1:"))
                .isEqualTo("a:1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(expected));
    }

    private static byte[] inUtf8ByHalves(String text) {
        var bytes = new java.io.ByteArrayOutputStream();
        for (char each : text.toCharArray()) {
            byte[] written = Character.isSurrogate(each)
                    ? new byte[] {
                        (byte) (0xE0 | each >> 12), (byte) (0x80 | ((each >> 6) & 0x3F)), (byte) (0x80 | (each & 0x3F))
                    }
                    : String.valueOf(each).getBytes(StandardCharsets.UTF_8);
            bytes.writeBytes(written);
        }
        return bytes.toByteArray();
    }

    @Test
    void tellsSequencesApartThatReadTheSame() {
        assertThat(new Fingerprint().add("ab").add("c").digest())
                .isNotEqualTo(new Fingerprint().add("a").add("bc").digest());
    }

    @Test
    void tellsHalvesOfCharactersApart() {
        assertThat(new Fingerprint().add("\ud800").digest())
                .isNotEqualTo(new Fingerprint().add("\ud801").digest())
                .isNotEqualTo(new Fingerprint().add("?").digest());
    }

    @Test
    void beginsAnewAfterItsEnd() {
        Fingerprint fingerprint = new Fingerprint();
        Digest first = fingerprint.add("a").digest();

        fingerprint.add("other").clear();

        assertThat(fingerprint.add("a").digest()).isEqualTo(first).hasToString(first.hex());
    }
}
