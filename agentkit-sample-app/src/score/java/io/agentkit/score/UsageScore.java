package io.agentkit.score;

import io.agentkit.usage.UsageReader;
import io.agentkit.usage.UsageReading;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Usage: reads recorded answers of providers, bodies and streams, and compares with what is right.
 *
 * <p>Reads {@code usage-golden/usages.jsonl} and both files of {@code provider-responses}, or the file of {@code --cases}. A line of either
 * is an object with the answer in {@code body} (an object, or a stream as a string) and
 *
 * <ul>
 *   <li>{@code expected}: a list of objects with a {@code usage} in the words of genai-prices ({@code input_tokens} is the whole prompt,
 *       {@code cache_read_tokens}, {@code cache_write_tokens}, {@code output_tokens}, {@code output_reasoning_tokens}, …; 0 is left out).
 *       The list has one entry for each way of reading the body, also the wrong ones; {@link UsageExpectation} picks the right one; or
 *   <li>{@code usage}: one such object, or null for none; or
 *   <li>neither: {@link UsageOracle} derives what is right from {@code provider} and {@code path} by the provider's documented rule; then
 *       model, tier and errors are compared as well.
 * </ul>
 *
 * <p>Each stream is also read in pieces of a few bytes, which must change nothing. A row that differs for a reason that is written down in
 * {@link UsageExpectation} is listed; at most 1 % of the rows may be.
 */
final class UsageScore implements Score {

    private static final double MOST_LISTED = 0.01;

    private int rows;
    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Integer> listed = new TreeMap<>();
    private int judged;

    @Override
    public Figures measure(ScoreInput input) throws IOException {
        for (Path file : files(input)) {
            int before = rows;
            int line = 0;
            for (UsageCase row : UsageCase.read(file)) {
                line++;
                judge(row, file.getFileName() + ":" + line);
            }
            input.out().println(file.getFileName() + ": " + (rows - before) + " rows");
        }
        PrintStream out = input.out();
        wrong.forEach(out::println);
        listed.forEach((reason, count) -> out.println(count + " listed: " + reason));
        int excused = listed.values().stream().mapToInt(Integer::intValue).sum();
        int right = rows - wrong.size() - excused;
        double share = rows == 0 ? 0 : (double) excused / rows;
        String text = String.format(
                Locale.ROOT,
                "%d of %d rows read right (%.2f %%), %d listed (%.2f %% of at most %.0f %%), %d wrong; %d rows judged by the provider's rule",
                right,
                rows,
                100.0 * right / Math.max(1, rows),
                excused,
                100 * share,
                100 * MOST_LISTED,
                wrong.size(),
                judged);
        return new Figures(rows > 0 && wrong.isEmpty() && share <= MOST_LISTED, text);
    }

    private static List<Path> files(ScoreInput input) {
        Path cases = input.cases();
        return cases != null
                ? List.of(cases)
                : List.of(
                        input.data().resolve("usage-golden/usages.jsonl"),
                        input.data().resolve("provider-responses/responses.jsonl"),
                        input.data().resolve("provider-responses/streams.jsonl"));
    }

    private void judge(UsageCase row, String where) {
        rows++;
        UsageReading reading = UsageReader.any().read(row.answer());
        if (!reading.equals(UsageTokens.inPieces(row.answer()))) {
            wrong.add(where + " " + row.name() + ": another reading in pieces");
            return;
        }
        String difference = row.isJudgedByRule() ? byRule(row, reading) : byExpectation(row, reading);
        if (difference != null) {
            String reason = UsageExpectation.reason(row, reading);
            if (reason == null) {
                wrong.add(where + " " + row.name() + ": " + difference);
            } else {
                listed.merge(reason, 1, Integer::sum);
            }
        }
    }

    private @Nullable String byRule(UsageCase row, UsageReading reading) {
        judged++;
        return UsageOracle.of(row).difference(reading);
    }

    private static @Nullable String byExpectation(UsageCase row, UsageReading reading) {
        return UsageTokens.difference(UsageExpectation.of(row), reading.usage());
    }
}
