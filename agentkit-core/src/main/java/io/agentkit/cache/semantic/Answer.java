package io.agentkit.cache.semantic;

import io.agentkit.cache.CacheEntry;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an answer: its text, and which model gave it. Immutable.
 *
 * @param model as the provider named it; null when it did not
 * @param reply what the model said
 */
record Answer(@Nullable String model, String reply) implements CacheEntry {

    /** Stands before the text, so that no version reads what another one meant differently. */
    private static final String FORMAT = "2 ";

    /** What to keep of a reply; null for one that must not be given to others. */
    static @Nullable Answer of(ChatReply reply) {
        boolean complete = reply.finishReason() == FinishReason.STOP
                && !reply.isRefusal()
                && reply.cacheStatus() == CacheStatus.NONE
                && reply.toolCalls().isEmpty()
                && !reply.hasOpaqueParts()
                && !reply.text().isBlank();
        return complete ? new Answer(reply.model(), reply.text()) : null;
    }

    /** @throws IllegalArgumentException when it is none that was kept */
    static Answer of(CacheEntry entry) {
        if (entry instanceof Answer answer) {
            return answer;
        }
        String text = new String(entry.encoded(), StandardCharsets.UTF_8);
        if (!text.startsWith(FORMAT)) {
            throw new IllegalArgumentException("An answer that is kept begins with '%s'".formatted(FORMAT));
        }
        int content = text.indexOf(' ', FORMAT.length()) + 1;
        int end = text.indexOf('\n', content);
        if (end < 0 || !text.substring(FORMAT.length()).startsWith(checksum(text.substring(content)) + " ")) {
            throw new IllegalArgumentException("An answer that is kept is damaged");
        }
        String model = text.substring(content, end);
        return new Answer(model.isEmpty() ? null : model, text.substring(end + 1));
    }

    @Override
    public byte[] encoded() {
        String content = (model == null ? "" : model.replace('\n', ' ')) + "\n" + reply;
        return (FORMAT + checksum(content) + " " + content).getBytes(StandardCharsets.UTF_8);
    }

    /** A store that cuts long texts off leaves what looks like an answer. */
    private static String checksum(String content) {
        CRC32 sum = new CRC32();
        sum.update(content.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    @Override
    public long bytes() {
        return 100 + 2L * reply.length();
    }

    /** The reply as another call gets it. */
    ChatReply again() {
        return ChatReply.builder()
                .message(Message.assistant(reply))
                .model(model)
                .finishReason(FinishReason.STOP)
                .usage(Usage.NONE)
                .cacheStatus(CacheStatus.HIT)
                .build();
    }

    /** Never its text. */
    @Override
    public String toString() {
        return "Answer[%s, %d characters]".formatted(model, reply.length());
    }
}
