package io.agentkit.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.text.CanonicalJson;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContactMaskTests {

    private static final Set<Redaction> ALL = Set.of(Redaction.EMAIL, Redaction.PHONE);

    @Test // TC-495
    void aLongOrderNumberStaysByDefaultAndIsMaskedOnRequest() {
        String text = "Order 1234567890123456 is on its way";

        assertThat(ContactMask.mask(text, SecuritySpec.defaults().redact())).isSameAs(text);
        assertThat(ContactMask.mask(text, Set.of(Redaction.PHONE))).isEqualTo("Order [phone] is on its way");
        assertThat(ContactMask.mask(text, Set.of(Redaction.EMAIL))).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mail ann.b+c@mail.example.org, please | mail [email], please",
                "<ann@example.com>;bob@example.com | <[email]>;[email]",
                "call +49 (0)30 1234-567 now | call [phone] now",
                "555-1234 | [phone]",
                "+491701234567 | [phone]",
                "jörg@bücher.example | [email]"
            })
    void masksByShape(String text, String masked) {
        assertThat(ContactMask.mask(text, ALL)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "at 2026-01-15 and 12:00:00",
                "2026-01-15T12:00:00Z",
                "pi is 3.14159265358979",
                "123,456",
                "12345678",
                "e4d909c290d0fb1ca068ffaddf22cbd0",
                "@annotation @Test a@b",
                "no contact at all"
            })
    void leavesOtherNumbersAndSigns(String text) {
        assertThat(ContactMask.mask(text, ALL)).isSameAs(text);
    }

    @Test
    void jsonStaysJson() {
        String masked = ContactMask.mask(
                "{\"order\": 1234567890123, \"minus\": -1234567890123, \"price\": 1234567890.5, \"by\": \"ann@example.com\\n+49 30 1234567\"}",
                ALL);

        assertThat(masked)
                .isEqualTo(
                        "{\"order\": \"[phone]\", \"minus\": -1234567890123, \"price\": 1234567890.5, \"by\": \"[email]\\n[phone]\"}");
        assertThat(CanonicalJson.of(masked)).isNotNull();
    }
}
