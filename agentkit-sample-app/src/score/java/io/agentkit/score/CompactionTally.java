package io.agentkit.score;

import java.util.Locale;

/** Counts what became of transcripts. Not thread-safe. */
final class CompactionTally {

    private long transcripts;
    private long rejected;
    private long tooLong;
    private long lost;
    private long overLimit;
    private long changed;
    private long fallbacks;
    private long before;
    private long after;
    private long nanos;

    void add(CompactedTranscript sent) {
        transcripts++;
        changed += sent.isChanged() ? 1 : 0;
        overLimit += sent.isOverLimit() ? 1 : 0;
        fallbacks += sent.isFallback() ? 1 : 0;
        before += sent.tokensBefore();
        after += sent.tokens();
        nanos += sent.nanos();
    }

    void add(CompactionTally other) {
        transcripts += other.transcripts;
        rejected += other.rejected;
        tooLong += other.tooLong;
        lost += other.lost;
        overLimit += other.overLimit;
        changed += other.changed;
        fallbacks += other.fallbacks;
        before += other.before;
        after += other.after;
        nanos += other.nanos;
    }

    void rejected() {
        rejected++;
    }

    void tooLong() {
        tooLong++;
    }

    void lost() {
        lost++;
    }

    boolean isGood() {
        return transcripts > 0 && rejected == 0 && tooLong == 0 && lost == 0;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d of %d transcripts accepted by both providers' rules, %d longer than they have to be, %d lack what has to be kept;"
                        + " %d changed, %d over the limit with what has to be kept alone, %d without the summary wanted;"
                        + " %.1f %% of %d tokens saved, %.0f us each",
                transcripts - rejected,
                transcripts,
                tooLong,
                lost,
                changed,
                overLimit,
                fallbacks,
                before == 0 ? 0 : 100.0 * (before - after) / before,
                before,
                transcripts == 0 ? 0 : nanos / 1_000.0 / transcripts);
    }
}
