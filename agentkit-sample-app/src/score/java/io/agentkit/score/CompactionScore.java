package io.agentkit.score;

import io.agentkit.chat.Message;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.test.RandomTranscripts;
import io.agentkit.test.TranscriptCase;
import io.agentkit.test.TranscriptRule;
import io.agentkit.test.TranscriptRules;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Compaction: sends conversations with parallel tool calls through a chain with {@code compaction}, with every strategy and with limits from
 * 100 to 12,000 tokens, and looks at what reaches the model. It has to keep the rules of OpenAI and Anthropic, the limit unless what has to
 * be kept alone is longer, and what has to be kept. One model in ten calls for a summary fails, is silent or says too much.
 *
 * <p>Makes up 100,000 conversations by number, and 20,000 that somebody has broken. Or reads the file of {@code --cases} alone, a transcript a
 * line: {@code {"messages": [{"role": "user", "text": ""}, {"role": "assistant", "text": "", "calls": [{"id": "", "name": "", "arguments":
 * ""}]}, {"role": "tool", "results": [{"id": "", "name": "", "text": ""}]}]}}. One that is broken when it comes must not break any rule anew, and
 * none of those about order and counterparts.
 */
final class CompactionScore implements Score {

    private static final int SOUND = 100_000;

    private static final int BROKEN = 20_000;

    /** One in so many is counted with the real tokenizer near the limit; the others by the fast estimate. */
    private static final int TOKENIZED = 100;

    private static final int SHORTEST = 100;

    private static final int LONGEST = 12_000;

    private static final Set<TranscriptRule> REPAIRED = EnumSet.of(
            TranscriptRule.SYSTEM_COMES_FIRST,
            TranscriptRule.RESULT_ANSWERS_A_CALL,
            TranscriptRule.CALL_IS_ANSWERED,
            TranscriptRule.RESULT_COMES_ONCE,
            TranscriptRule.CALLS_DIFFER);

    private final Map<CompactionStrategy, CompactionTally> tallies = new EnumMap<>(CompactionStrategy.class);
    private final List<String> wrong = new ArrayList<>();

    @Override
    public Figures measure(ScoreInput input) throws IOException {
        for (CompactionStrategy strategy : CompactionStrategy.values()) {
            tallies.put(strategy, new CompactionTally());
        }
        if (input.cases() == null) {
            for (int number = 0; number < SOUND; number++) {
                check(number, new RandomTranscripts(number).sound());
            }
            for (int number = 0; number < BROKEN; number++) {
                check(number, new RandomTranscripts(number).broken());
            }
        } else {
            List<String> lines = Files.readAllLines(input.cases());
            for (int number = 0; number < lines.size(); number++) {
                if (!lines.get(number).isBlank()) {
                    check(number, TranscriptCase.of(lines.get(number)).messages());
                }
            }
        }
        return figures(input.out());
    }

    private void check(int number, List<Message> came) {
        Random random = new Random(number);
        int limit = SHORTEST + random.nextInt(LONGEST - SHORTEST);
        int keep = random.nextInt(20);
        Set<TranscriptRule> before = TranscriptRules.broken(came);
        for (CompactionStrategy strategy : CompactionStrategy.values()) {
            CompactedTranscript sent =
                    CompactedTranscript.of(came, strategy, keep, limit, number % TOKENIZED == 0, number % 10 == 0);
            CompactionTally tally = tallies.get(strategy);
            tally.add(sent);
            Set<TranscriptRule> broken = EnumSet.noneOf(TranscriptRule.class);
            broken.addAll(TranscriptRules.broken(sent.messages()));
            broken.removeIf(rule -> before.contains(rule) && !REPAIRED.contains(rule));
            if (!broken.isEmpty() && !sent.isRejected()) {
                tally.rejected();
                wrong(number, strategy, "breaks " + broken);
            }
            if (sent.tokens() > limit && !sent.isLeast()) {
                tally.tooLong();
                wrong(number, strategy, "is longer than it has to be");
            }
            if (!sent.keeps(came)) {
                tally.lost();
                wrong(number, strategy, "lacks what has to be kept");
            }
        }
    }

    private void wrong(int number, CompactionStrategy strategy, String what) {
        if (wrong.size() < 20) {
            wrong.add("transcript %d, %s: %s".formatted(number, strategy, what));
        }
    }

    private Figures figures(PrintStream out) {
        wrong.forEach(out::println);
        CompactionTally all = new CompactionTally();
        tallies.forEach((strategy, tally) -> {
            out.println(strategy.name().toLowerCase(Locale.ROOT) + ": " + tally);
            all.add(tally);
        });
        return new Figures(all.isGood(), all.toString());
    }
}
