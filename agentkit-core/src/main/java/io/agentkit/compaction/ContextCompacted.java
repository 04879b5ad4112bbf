package io.agentkit.compaction;

import io.agentkit.Event;
import org.jspecify.annotations.Nullable;

/**
 * A conversation goes to the model shorter than it came, or repaired, or longer than its limit because nothing more could be left out. Tells
 * sizes, never texts.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param runId its run
 * @param model the model asked for; null when nobody said
 * @param strategy how it was made shorter
 * @param messagesBefore messages as they came
 * @param messagesAfter messages as they go out, a summary included
 * @param tokensBefore tokens of the request as it came, by estimate or tokenizer
 * @param tokensAfter tokens of the request as it goes out
 * @param limit the tokens it was to keep to
 * @param overLimit whether it does not: what has to be kept is longer
 * @param summarized messages that a summary stands for; 0 for none
 * @param fallback why messages were left out without the summary that the strategy wanted; null when there is nothing to tell
 * @param repairs what had to be repaired
 */
public record ContextCompacted(
        String callId,
        String chain,
        String runId,
        @Nullable String model,
        CompactionStrategy strategy,
        int messagesBefore,
        int messagesAfter,
        long tokensBefore,
        long tokensAfter,
        long limit,
        boolean overLimit,
        int summarized,
        @Nullable SummaryFailure fallback,
        TranscriptRepairs repairs)
        implements Event {

    /** Tokens that the request got shorter by, at least 0. */
    public long tokensSaved() {
        return Math.max(0, tokensBefore - tokensAfter);
    }

    @Override
    public String name() {
        return "context.compacted";
    }
}
