package io.agentkit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.ToolApproval;
import io.agentkit.test.AuditStoreContract;
import io.agentkit.text.Sha256;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCodecTests {

    private final AuditCodec codec = new AuditCodec();

    private AuditRecord record(AuditEntry entry) {
        return codec.record(7, AuditRecord.NOTHING, entry);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-15T12:00:00Z",
                "2026-01-15T12:00:00.100Z",
                "2026-01-15T12:00:00.012Z",
                "2026-01-15T12:00:00.000001Z",
                "2026-01-15T12:00:00.120340Z",
                "2026-01-15T12:00:00.000000001Z",
                "2026-01-15T12:00:00.123456789Z",
                "1969-12-31T23:59:59.999Z"
            })
    void writesMomentsAsTheJdkDoes(String moment) {
        AuditRecord record = record(new AuditNote(AuditNote.Kind.REPEATED, Instant.parse(moment), 6, "ab"));

        assertThat(codec.write(record)).contains("\"at\":\"" + Instant.parse(moment) + "\"");
        assertThat(codec.read(codec.write(record))).isEqualTo(record);
    }

    @Test
    void readsWhatItWrites() {
        for (AuditEntry entry : new AuditEntry[] {
            AuditStoreContract.started(3),
            AuditStoreContract.outcome(3, AuditDecision.EXECUTED),
            AuditStoreContract.outcome(3, AuditDecision.FAILED),
            approved(new ToolApproval(true, "ann \"a\"")),
            approved(new ToolApproval(false, ""))
        }) {
            AuditRecord record = record(entry);

            assertThat(codec.read(codec.write(record))).isEqualTo(record);
        }
    }

    private static AuditStarted approved(ToolApproval approval) {
        AuditStarted started = AuditStoreContract.started(4);
        return new AuditStarted(started.call(), started.at(), started.request(), null, approval);
    }

    @Test
    void hashesWhatStandsBeforeTheHash() {
        String line = codec.write(record(AuditStoreContract.started(3)));
        String body = line.substring(0, line.indexOf(",\"hash\""));

        assertThat(line).endsWith(",\"hash\":\"" + Sha256.hex(body) + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"n\":", "not json", "{\"n\":1,\"hash\":\"ab\"}"})
    void readsNothingElse(String line) {
        assertThat(codec.read(line)).isNull();
    }

    @Test
    void readsNothingThatWasChanged() {
        String line = codec.write(record(AuditStoreContract.started(3)));

        for (int i = 0; i < line.length(); i++) {
            char other = line.charAt(i) == '0' ? '1' : '0';
            assertThat(codec.read(line.substring(0, i) + other + line.substring(i + 1)))
                    .isNull();
        }
    }
}
