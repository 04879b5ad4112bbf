package io.agentkit.cache;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ServiceTier;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.chat.UsageDetails;
import io.agentkit.money.Money;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers of models in the values of an entry. A change of what is written needs another {@link EntryFormat} version. */
final class ReplyFormat {

    private ReplyFormat() {}

    static void write(ReplyEntry entry, EntryOutput out) throws IOException {
        ChatReply reply = entry.reply();
        Money usd = entry.usd();
        out.number(entry.since());
        out.value(usd == null ? null : usd.toString());
        out.text(reply.text());
        out.value(reply.reasoning());
        out.value(reply.model());
        out.text(reply.finishReason().name());
        out.number(reply.toolCalls().size());
        for (ToolCall call : reply.toolCalls()) {
            out.text(call.id());
            out.text(call.name());
            out.text(call.arguments());
        }
        write(reply.usage(), out);
        out.value(reply.details());
    }

    private static void write(@Nullable Usage usage, EntryOutput out) throws IOException {
        out.value(usage == null ? null : usage.estimated());
        if (usage == null) {
            return;
        }
        UsageDetails details = usage.details();
        long[] counts = {
            usage.input(),
            usage.cacheRead(),
            usage.cacheWrite5m(),
            usage.cacheWrite1h(),
            usage.output(),
            usage.reasoning(),
            usage.audioInput(),
            usage.audioOutput(),
            details.audioCacheRead(),
            details.imageInput(),
            details.imageCacheRead(),
            details.imageOutput(),
            details.videoInput(),
            details.toolInput(),
            details.webSearches()
        };
        for (long count : counts) {
            out.number(count);
        }
        out.value(details.tier() == null ? null : details.tier().name());
    }

    static ReplyEntry read(EntryInput in) throws IOException {
        long since = in.number();
        String usd = (String) in.value();
        String text = in.text();
        ChatReply.Builder reply = ChatReply.builder()
                .reasoning((String) in.value())
                .model((String) in.value())
                .finishReason(FinishReason.valueOf(in.text()));
        List<ToolCall> calls = new ArrayList<>();
        for (long left = in.number(); left > 0; left--) {
            calls.add(new ToolCall(in.text(), in.text(), in.text()));
        }
        reply.message(Message.assistant(text, calls))
                .usage(usage(in))
                .details(details(in))
                .cacheStatus(CacheStatus.HIT);
        return new ReplyEntry(reply.build(), since, usd == null ? null : Money.usd(usd));
    }

    @SuppressWarnings("unchecked") // as it was written
    private static Map<String, Object> details(EntryInput in) throws IOException {
        return in.value() instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private static @Nullable Usage usage(EntryInput in) throws IOException {
        if (!(in.value() instanceof Boolean estimated)) {
            return null;
        }
        long input = in.number();
        long cacheRead = in.number();
        long cacheWrite5m = in.number();
        long cacheWrite1h = in.number();
        long output = in.number();
        long reasoning = in.number();
        long audioInput = in.number();
        long audioOutput = in.number();
        UsageDetails details = new UsageDetails(
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.number(),
                in.value() instanceof String tier ? ServiceTier.valueOf(tier) : null);
        return new Usage(
                input,
                cacheRead,
                cacheWrite5m,
                cacheWrite1h,
                output,
                reasoning,
                audioInput,
                audioOutput,
                estimated,
                details);
    }
}
