package io.agentkit.compaction;

import io.agentkit.Call;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.compaction.TranscriptRepair.Repaired;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call whose conversation is too long or broken. Not thread-safe: it lives on the thread of the call. */
final class CompactedCall {

    private final Call<ChatRequest> call;
    private final CompactionSpec spec;
    private final Compaction compaction;
    private final long limit;
    private int summarized;
    private @Nullable SummaryFailure fallback;

    CompactedCall(Call<ChatRequest> call, CompactionSpec spec, Compaction compaction, long limit) {
        this.call = call;
        this.spec = spec;
        this.compaction = compaction;
        this.limit = limit;
    }

    /** The request that goes out; the same object when nothing has to change. */
    ChatRequest compact(boolean sound) {
        ChatRequest request = call.request();
        Repaired repaired = sound
                ? new Repaired(request.messages(), TranscriptRepairs.NONE)
                : TranscriptRepair.of(request.messages());
        if (repaired.messages().isEmpty()) {
            if (call.isListening()) {
                call.emit(new CompactionRejected(
                        call.id(),
                        call.chain(),
                        call.runId(),
                        spec.strategy(),
                        request.messages().size()));
            }
            return request;
        }
        TokenEstimator tokens = compaction.counter(request, limit);
        List<Message> sent = shortened(repaired.messages(), tokens);
        ChatRequest changed = isSame(sent, request.messages()) ? request : request.withMessages(sent);
        tell(changed, repaired.repairs(), tokens);
        return changed;
    }

    private List<Message> shortened(List<Message> sound, TokenEstimator tokens) {
        Transcript transcript = Transcript.of(sound);
        Sizes sizes = new Sizes(transcript, call.request().tools(), tokens);
        Summaries summaries = compaction.summaries();
        if (summaries != null) {
            List<Message> summed = summed(summaries, transcript, sizes, tokens);
            if (summed != null) {
                return summed;
            }
        }
        List<Integer> starts = cut(sizes, 0).starts(sizes);
        int start = last(starts);
        return start == 0 || sizes.messagesOut(start) == 0 ? sound : transcript.from(start, null);
    }

    private Cut cut(Sizes sizes, long summary) {
        return Cut.of(limit, sizes.fixed(), summary, compaction.most(), spec.keepRecent());
    }

    private static int last(List<Integer> starts) {
        return starts.isEmpty() ? 0 : starts.get(starts.size() - 1);
    }

    /** With a summary of what is left out; null when there is none, or nothing has to be left out. */
    private @Nullable List<Message> summed(
            Summaries summaries, Transcript transcript, Sizes sizes, TokenEstimator tokens) {
        long share = Summaries.share(limit);
        Cut cut = cut(sizes, share);
        List<Integer> starts = cut.starts(sizes);
        int start = last(starts);
        if (start == 0 || sizes.messagesOut(start) == 0) {
            return null;
        }
        if (cut.isTooLong(sizes, start, sizes.groups() - 1) || share < Summaries.LEAST_SHARE) {
            fallback = SummaryFailure.NO_ROOM;
            return null;
        }
        Summaries.Answer answer =
                summaries.of(call, transcript, starts, Math.min(share, sizes.tokensOut(start)), tokens);
        fallback = answer.failure();
        if (answer.message() == null) {
            return null;
        }
        summarized = sizes.messagesOut(start);
        return transcript.from(start, answer.message());
    }

    private static boolean isSame(List<Message> some, List<Message> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }

    private void tell(ChatRequest sent, TranscriptRepairs repairs, TokenEstimator tokens) {
        if (!call.isListening()) {
            return;
        }
        ChatRequest came = call.request();
        long after = tokens.tokens(sent);
        boolean over = after > limit;
        if (sent == came && !over) {
            return;
        }
        call.emit(new ContextCompacted(
                call.id(),
                call.chain(),
                call.runId(),
                came.model(),
                spec.strategy(),
                came.messages().size(),
                sent.messages().size(),
                tokens.tokens(came),
                after,
                limit,
                over,
                summarized,
                fallback,
                repairs));
    }
}
