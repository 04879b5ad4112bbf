package io.agentkit.compaction;

import io.agentkit.Call;
import io.agentkit.ChainEnvironment;
import io.agentkit.ChatMiddleware;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.KnownModels;
import io.agentkit.chat.Message;
import io.agentkit.chat.Message.Role;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class Compaction implements ChatMiddleware {

    /** What it asks models for. */
    static final String PURPOSE = "summary";

    private final CompactionSpec spec;
    private final TokenLimit limits;
    private final CountedTexts counts;
    private final @Nullable Summaries summaries;

    /** System messages apart; more are too many. */
    private final int most;

    Compaction(CompactionSpec spec, @Nullable KnownModels known, ChainEnvironment environment) {
        this.spec = spec;
        this.limits = new TokenLimit(spec.maxTokens(), known);
        this.counts = new CountedTexts(environment.tokens());
        this.summaries = spec.strategy().summarizes() ? new Summaries(spec, limits, environment.time()) : null;
        // Half as many again, so that not every message moves the window.
        this.most = spec.strategy() == CompactionStrategy.SLIDING_WINDOW
                ? (int) Math.min(Integer.MAX_VALUE, spec.keepRecent() + Math.max(1L, spec.keepRecent() / 2))
                : Integer.MAX_VALUE;
    }

    /** A conversation that the provider keeps is not here to be cut, and results in it may answer calls that only the provider has. */
    @Override
    public ChatReply handle(Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        ChatRequest request = call.request();
        if (PURPOSE.equals(call.purpose()) || request.hasStoredConversation()) {
            return next.call(call);
        }
        long limit = limits.of(call);
        boolean sound = Soundness.isSound(request.messages());
        if (sound && fits(request, limit)) {
            return next.call(call);
        }
        return next.call(call.withRequest(new CompactedCall(call, spec, this, limit).compact(sound)));
    }

    private boolean fits(ChatRequest request, long limit) {
        return isShort(request, limit) || (hasRoom(request.messages()) && keepsTo(request, limit));
    }

    private boolean keepsTo(ChatRequest request, long limit) {
        return counts.quick().tokens(request) <= certain(limit)
                || counts.exact(request.model()).tokens(request) <= limit;
    }

    private boolean hasRoom(List<Message> messages) {
        int count = 0;
        for (int i = 0; i < messages.size(); i++) {
            count += messages.get(i).role() == Role.SYSTEM ? 0 : 1;
        }
        return count <= most;
    }

    /** Counts with the tokenizer where the fast estimate could be wrong about the limit. */
    TokenEstimator counter(ChatRequest request, long limit) {
        TokenEstimator quick = counts.quick();
        return quick.tokens(request) <= certain(limit) ? quick : counts.exact(request.model());
    }

    /** The fast estimate is within a third of what a tokenizer counts. */
    private static long certain(long limit) {
        return limit / 4 * 3;
    }

    /** Whether even a token for each character would fit: to count those costs nothing. */
    private boolean isShort(ChatRequest request, long limit) {
        long left = certain(limit);
        List<Message> messages = request.messages();
        int count = 0;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            count += message.role() == Role.SYSTEM ? 0 : 1;
            left -= characters(message);
        }
        if (count > most || left < 0) {
            return false;
        }
        List<ToolDescription> tools = request.tools();
        for (int i = 0; i < tools.size(); i++) {
            ToolDescription tool = tools.get(i);
            left -= tool.name().length()
                    + tool.description().length()
                    + tool.inputSchema().length();
        }
        return left >= 0;
    }

    private long characters(Message message) {
        long sum = 4L + message.text().length();
        for (int i = 0; i < message.media().size(); i++) {
            sum += counts.quick().tokens(message.media().get(i));
        }
        List<ToolCall> calls = message.toolCalls();
        for (int i = 0; i < calls.size(); i++) {
            sum += calls.get(i).name().length() + calls.get(i).arguments().length();
        }
        List<ToolOutput> outputs = message.toolOutputs();
        for (int i = 0; i < outputs.size(); i++) {
            sum += outputs.get(i).text().length();
        }
        return sum;
    }

    int most() {
        return most;
    }

    @Nullable
    Summaries summaries() {
        return summaries;
    }
}
