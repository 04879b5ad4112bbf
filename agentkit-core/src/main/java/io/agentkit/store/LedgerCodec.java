package io.agentkit.store;

import io.agentkit.RunSpend;
import io.agentkit.RunTotals;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a ledger's file: fields between tabs, the last a checksum of what stands before it. A line adds to a run under one entry, or,
 * after the file was written anew, gives all of a run with the entries that are still known.
 */
final class LedgerCodec {

    static final String HEADER = "agentkit-runs 1";

    private static final String TAB = "\t";

    private static final String COMMA = ",";

    private static final int FIELDS = 10;

    private static final int COUNTS = 8;

    private static final int HEX = 16;

    /** One line, read. */
    record Line(boolean whole, String run, List<String> entries, Instant at, RunTotals totals) {}

    private LedgerCodec() {}

    static String write(String run, Collection<String> entries, Instant at, RunTotals totals, boolean whole) {
        RunSpend spend = totals.spend();
        String body = String.join(
                TAB,
                whole ? "run" : "add",
                encoded(run),
                entries.stream().map(LedgerCodec::encoded).collect(Collectors.joining(COMMA)),
                Long.toString(at.toEpochMilli()),
                Long.toString(totals.turns()),
                Long.toString(spend.requests()),
                spend.usd().toString(),
                (spend.exact() ? "exact" : "least") + COMMA + (spend.usage().estimated() ? "estimated" : "counted"),
                counts(spend.usage()));
        return body + TAB + checksum(body) + "\n";
    }

    /** The line without its end; null when it is damaged. */
    static @Nullable Line read(String line) {
        int end = line.lastIndexOf('\t');
        if (end < 0 || !checksum(line.substring(0, end)).equals(line.substring(end + 1))) {
            return null;
        }
        String[] fields = line.split(TAB, -1);
        return fields.length == FIELDS ? line(fields) : null;
    }

    private static Line line(String[] fields) {
        int at = 0;
        boolean whole = "run".equals(fields[at++]);
        String run = decoded(fields[at++]);
        List<String> entries = Arrays.stream(fields[at++].split(COMMA))
                .filter(entry -> !entry.isEmpty())
                .map(LedgerCodec::decoded)
                .toList();
        Instant moment = Instant.ofEpochMilli(Long.parseLong(fields[at++]));
        long turns = Long.parseLong(fields[at++]);
        long requests = Long.parseLong(fields[at++]);
        Money usd = Money.usd(fields[at++]);
        String marks = fields[at++];
        Usage usage = usage(fields[at], marks.endsWith("estimated"));
        return new Line(
                whole,
                run,
                entries,
                moment,
                new RunTotals(turns, new RunSpend(requests, usage, usd, marks.startsWith("exact"))));
    }

    private static String counts(Usage usage) {
        UsageDetails details = usage.details();
        List<String> counts = new ArrayList<>(LongStream.of(
                        usage.input(),
                        usage.cacheRead(),
                        usage.cacheWrite5m(),
                        usage.cacheWrite1h(),
                        usage.output(),
                        usage.reasoning(),
                        usage.audioInput(),
                        usage.audioOutput())
                .mapToObj(Long::toString)
                .toList());
        if (details.hasCounts()) {
            LongStream.of(
                            details.audioCacheRead(),
                            details.imageInput(),
                            details.imageCacheRead(),
                            details.imageOutput(),
                            details.videoInput(),
                            details.toolInput(),
                            details.webSearches())
                    .mapToObj(Long::toString)
                    .forEach(counts::add);
        }
        ServiceTier tier = details.tier();
        if (tier != null) {
            counts.add(tier.name());
        }
        return String.join(COMMA, counts);
    }

    private static Usage usage(String text, boolean estimated) {
        List<String> fields = new ArrayList<>(List.of(text.split(COMMA)));
        ServiceTier tier = null;
        if (Character.isLetter(fields.get(fields.size() - 1).charAt(0))) {
            tier = ServiceTier.valueOf(fields.remove(fields.size() - 1));
        }
        long[] counts = fields.stream().mapToLong(Long::parseLong).toArray();
        int at = 0;
        Usage usage = new Usage(
                counts[at++],
                counts[at++],
                counts[at++],
                counts[at++],
                counts[at++],
                counts[at++],
                counts[at++],
                counts[at++],
                estimated);
        UsageDetails details = counts.length == COUNTS
                ? UsageDetails.of(tier)
                : new UsageDetails(
                        counts[at++],
                        counts[at++],
                        counts[at++],
                        counts[at++],
                        counts[at++],
                        counts[at++],
                        counts[at],
                        tier);
        return usage.withDetails(details);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return Long.toString(crc.getValue(), HEX);
    }
}
