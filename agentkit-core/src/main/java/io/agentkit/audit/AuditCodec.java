package io.agentkit.audit;

import io.agentkit.Scope;
import io.agentkit.ToolApproval;
import io.agentkit.money.Money;
import io.agentkit.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an entry is kept: one line of JSON, whose last member is the hash over the UTF-8 bytes of the line before it. For stores; not
 * thread-safe.
 */
public final class AuditCodec {

    /** What every line begins with. */
    static final String BEGINNING = "{\"n\":";

    private static final String HASH = ",\"hash\":\"";

    private static final byte[] BEFORE_HASH = HASH.getBytes(StandardCharsets.UTF_8);

    private static final byte[] AFTER_HASH = "\"}\n".getBytes(StandardCharsets.UTF_8);

    private static final int DIGITS = 64;

    private static final int TAIL = HASH.length() + DIGITS + 2;

    private final AuditWriter writer = new AuditWriter();

    private final Sha256 hashes = new Sha256();

    /** Appends the line, its end included, and gives its hash. */
    String append(ByteArrayOutputStream out, long number, String previous, AuditEntry entry) {
        byte[] body = writer.write(number, previous, entry).getBytes(StandardCharsets.UTF_8);
        String hash = hashes.of(body);
        out.writeBytes(body);
        out.writeBytes(BEFORE_HASH);
        out.writeBytes(hash.getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(AFTER_HASH);
        return hash;
    }

    /** The entry in its place; {@link #write(AuditRecord)} gives its line. */
    public AuditRecord record(long number, String previous, AuditEntry entry) {
        String body = writer.write(number, previous, entry);
        return new AuditRecord(number, previous, hashes.of(body.getBytes(StandardCharsets.UTF_8)), entry);
    }

    /** The line, without an end. */
    public String write(AuditRecord record) {
        return writer.write(record.number(), record.previous(), record.entry()) + HASH + record.hash() + "\"}";
    }

    /** The record in a line without an end; null when it is none, or says another hash than it has. */
    public @Nullable AuditRecord read(String line) {
        String stated = statedHash(line);
        if (stated == null) {
            return null;
        }
        String body = line.substring(0, line.length() - TAIL);
        if (!hashes.of(body.getBytes(StandardCharsets.UTF_8)).equals(stated)) {
            return null;
        }
        try {
            AuditFields fields = new AuditFields(body + "}");
            return new AuditRecord(fields.number("n"), fields.get("previous"), stated, entry(fields));
        } catch (RuntimeException malformed) {
            return null;
        }
    }

    /** What the line says its hash is; null when it is none of ours. */
    static @Nullable String statedHash(String line) {
        int at = line.length() - TAIL;
        boolean ours = at > 0 && line.startsWith(BEGINNING) && line.startsWith(HASH, at) && line.endsWith("\"}");
        return ours ? line.substring(at + HASH.length(), at + HASH.length() + DIGITS) : null;
    }

    private static AuditEntry entry(AuditFields fields) {
        Instant at = Instant.parse(fields.get("at"));
        String kind = fields.get("kind");
        return switch (kind) {
            case "started" ->
                new AuditStarted(
                        call(fields), at, (int) fields.number("request"), fields.find("arguments"), approval(fields));
            case "outcome" -> outcome(fields, at);
            default -> new AuditNote(AuditWriter.NOTES.read(kind), at, fields.number("upTo"), fields.get("upToHash"));
        };
    }

    private static AuditOutcome outcome(AuditFields fields, Instant at) {
        String error = fields.find("errorKind");
        String usd = fields.find("usd");
        return new AuditOutcome(
                call(fields),
                at,
                Duration.ofNanos(fields.number("nanos")),
                (int) fields.number("attempts"),
                (int) fields.number("executions"),
                (int) fields.number("started"),
                AuditWriter.DECISIONS.read(fields.get("decision")),
                fields.find("resultHash"),
                error == null ? null : AuditWriter.ERRORS.read(error),
                fields.find("error"),
                usd == null ? null : Money.usd(usd),
                usd == null || Boolean.parseBoolean(fields.get("exact")),
                fields.find("arguments"),
                fields.find("result"),
                approval(fields));
    }

    private static @Nullable ToolApproval approval(AuditFields fields) {
        String approved = fields.find(AuditWriter.APPROVED_BY);
        String denied = fields.find(AuditWriter.DENIED_BY);
        if (approved != null) {
            return new ToolApproval(true, approved);
        }
        return denied == null ? null : new ToolApproval(false, denied);
    }

    private static AuditCall call(AuditFields fields) {
        Scope scope = Scope.NONE;
        for (Map.Entry<String, String> each : fields.scope().entrySet()) {
            scope = scope.with(each.getKey(), each.getValue());
        }
        return new AuditCall(
                fields.get("id"),
                fields.get("call"),
                fields.get("run"),
                scope,
                fields.get("chain"),
                fields.get("tool"),
                AuditWriter.SAFETIES.read(fields.get("safety")),
                fields.get("toolCall"),
                fields.get("argumentsHash"));
    }
}
