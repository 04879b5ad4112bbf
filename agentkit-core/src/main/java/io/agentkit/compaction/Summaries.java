package io.agentkit.compaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.Call;
import io.agentkit.CancelledException;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.text.Fingerprint;
import io.agentkit.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Has a model summarize what is left out, and remembers it: a conversation is cut at the same place for many turns, and when that moves on,
 * the earlier summary and what was left out since are enough to make the next one of. Thread-safe.
 */
final class Summaries {

    /** Less is hardly more than its frame. */
    static final long LEAST_SHARE = 200;

    private static final long LARGEST_SHARE = 2_048;

    /** Of the limit. */
    private static final int SHARE = 8;

    private static final int MOST_REMEMBERED = 1_000;

    private static final Duration KEEP = Duration.ofHours(1);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(30);

    /** Models that think before they write need room for that, too. */
    private static final int MAX_OUTPUT = 4_096;

    /** Exactly one of them. */
    record Answer(@Nullable Message message, @Nullable SummaryFailure failure) {}

    private final CompactionSpec spec;
    private final TokenLimit limits;
    private final Cache<String, Message> known;
    private final Cache<String, SummaryFailure> failed;

    Summaries(CompactionSpec spec, TokenLimit limits, Time time) {
        this.spec = spec;
        this.limits = limits;
        known = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterAccess(KEEP)
                .ticker(time::nanoTime)
                .executor(Runnable::run)
                .build();
        failed = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(PAUSE_AFTER_FAILURE)
                .ticker(time::nanoTime)
                .executor(Runnable::run)
                .build();
    }

    /** The tokens that a summary may have in a request of this limit. */
    static long share(long limit) {
        return Math.min(LARGEST_SHARE, Math.max(LEAST_SHARE, limit / SHARE));
    }

    /**
     * @param starts the groups that the transcript began with after each cut; the summary is of what is before the last
     * @param most tokens that it may have
     */
    Answer of(Call<ChatRequest> call, Transcript transcript, List<Integer> starts, long most, TokenEstimator tokens) {
        String model = spec.summarizerModel() == null ? call.request().model() : spec.summarizerModel();
        List<String> keys = keys(call, model, transcript, starts);
        int last = keys.size() - 1;
        Message summary = known.getIfPresent(keys.get(last));
        if (summary != null) {
            return tokens.tokens(summary) <= most
                    ? new Answer(summary, null)
                    : new Answer(null, SummaryFailure.TOO_LONG);
        }
        SummaryFailure before = failed.getIfPresent(keys.get(last));
        if (before != null) {
            return new Answer(null, before);
        }
        Message earlier = null;
        int from = 0;
        for (int i = last - 1; i >= 0 && earlier == null; i--) {
            earlier = known.getIfPresent(keys.get(i));
            from = earlier == null ? 0 : starts.get(i);
        }
        List<Message> left = messages(transcript, from, starts.get(last));
        int count = messages(transcript, 0, starts.get(last)).size();
        SummaryText text = new SummaryText(spec.strategy(), most);
        ChatRequest question = ChatRequest.builder()
                .model(model)
                .options(ChatOptions.DEFAULTS.withMaxOutputTokens(MAX_OUTPUT))
                .messages(text.question(earlier, left, limits.ofQuestion(call, model)))
                .build();
        Answer answer = ask(call, question, text, count, most, tokens);
        if (answer.message() != null) {
            known.put(keys.get(last), answer.message());
        } else if (answer.failure() != null) {
            failed.put(keys.get(last), answer.failure());
        }
        return answer;
    }

    private static Answer ask(
            Call<ChatRequest> call,
            ChatRequest question,
            SummaryText text,
            int count,
            long most,
            TokenEstimator tokens) {
        ChatReply reply;
        try {
            reply = call.ask(question, Compaction.PURPOSE);
        } catch (CancelledException cancelled) {
            throw cancelled;
        } catch (RuntimeException failure) {
            call.cancellation().throwIfCancelled();
            return new Answer(null, SummaryFailure.FAILED);
        }
        SummaryFailure failure = failure(reply);
        if (failure != null) {
            return new Answer(null, failure);
        }
        Message summary = text.framed(reply.text().strip(), count);
        return tokens.tokens(summary) <= most ? new Answer(summary, null) : new Answer(null, SummaryFailure.TOO_LONG);
    }

    private static @Nullable SummaryFailure failure(ChatReply reply) {
        FinishReason finish = reply.finishReason();
        if (finish == FinishReason.FILTERED
                || finish == FinishReason.BUDGET
                || !reply.toolCalls().isEmpty()) {
            return SummaryFailure.REFUSED;
        }
        if (finish == FinishReason.LENGTH) {
            return SummaryFailure.CUT;
        }
        return reply.text().isBlank() ? SummaryFailure.EMPTY : null;
    }

    private static List<Message> messages(Transcript transcript, int from, int to) {
        List<Message> messages = new ArrayList<>();
        for (int group = from; group < to; group++) {
            messages.addAll(transcript.groups().get(group).messages());
        }
        return messages;
    }

    /** For each cut, what tells apart all that is left out by it; for each run's scope its own. */
    private List<String> keys(
            Call<ChatRequest> call, @Nullable String model, Transcript transcript, List<Integer> starts) {
        Fingerprint first = new Fingerprint().add(String.valueOf(model));
        new TreeMap<>(call.scope().values())
                .forEach((name, value) -> first.add(name).add(value));
        String key = first.hex();
        List<String> keys = new ArrayList<>(starts.size());
        int from = 0;
        for (int start : starts) {
            Fingerprint next = new Fingerprint().add(key);
            for (Message message : messages(transcript, from, start)) {
                add(next, message);
            }
            key = next.hex();
            keys.add(key);
            from = start;
        }
        return keys;
    }

    private static void add(Fingerprint key, Message message) {
        key.add(message.role().name()).add(message.text());
        for (ToolCall call : message.toolCalls()) {
            key.add(call.name()).add(call.arguments());
        }
        for (ToolOutput output : message.toolOutputs()) {
            key.add(output.name()).add(output.text());
        }
    }
}
