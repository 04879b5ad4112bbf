package io.agentkit.cache;

import io.agentkit.cache.EntryFormat.Kind;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A model's answer. It holds no object of a framework's own response: every caller gets one that is made for it.
 *
 * @param reply as another call gets it
 * @param since the wall clock when it was kept, in milliseconds
 * @param usd what it has cost; null when that is not known
 */
record ReplyEntry(ChatReply reply, long since, @Nullable Money usd) implements KeptAnswer<ChatReply> {

    /** What an answer takes besides its texts. */
    private static final long OVERHEAD = 400;

    static @Nullable ReplyEntry read(CacheEntry entry) {
        return entry instanceof ReplyEntry known
                ? known
                : EntryFormat.read(Kind.REPLY, entry.encoded(), ReplyFormat::read);
    }

    /** The same object for all: it cannot be changed, and the bridge makes of it what can. */
    @Override
    public ChatReply again() {
        return reply;
    }

    @Override
    public @Nullable Usage usage() {
        return reply.usage();
    }

    @Override
    public byte[] encoded() {
        return EntryFormat.write(Kind.REPLY, out -> ReplyFormat.write(this, out));
    }

    @Override
    public long bytes() {
        String reasoning = reply.reasoning();
        long characters = (long) reply.text().length() + (reasoning == null ? 0 : reasoning.length());
        for (ToolCall call : reply.toolCalls()) {
            characters += call.id().length();
            characters += call.name().length();
            characters += call.arguments().length();
        }
        return OVERHEAD + 2 * characters + Sizes.of(reply.details());
    }

    /** The size, never the text. */
    @Override
    public String toString() {
        return "CacheEntry[%s]".formatted(reply);
    }
}
