package io.agentkit.springai;

import io.agentkit.text.CanonicalWriter;
import io.agentkit.text.ForeignParts;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeType;

/** What of Spring AI's objects goes to a model besides what our views show. */
final class NativeParts implements ForeignParts {

    static final NativeParts INSTANCE = new NativeParts();

    /** What an answer says of itself and no client sends back; an answer that is asked for again has another identifier each time. */
    private static final Set<String> SAID_OF_ITSELF = Set.of(
            "messageType", "id", "role", "index", "finishReason", "refusal", "annotations", "citations", "logprobs");

    /** The name that Spring AI makes up for media without one, another each time. */
    private static final Pattern MADE_UP = Pattern.compile("media-.+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private NativeParts() {}

    @Override
    public boolean write(Object part, CanonicalWriter out) {
        if (part instanceof Prompt prompt) {
            // Without options those of the model count, which the end of the chain writes.
            return out.value(prompt.getOptions());
        }
        if (part instanceof ChatOptions || part instanceof Record) {
            return ObjectFields.write(part, out);
        }
        if (part instanceof Message message) {
            return out.value(sent(message.getMetadata()));
        }
        if (part instanceof Media media) {
            return out.value(media.getMimeType().toString())
                    && out.value(media.getId())
                    && out.value(name(media))
                    && out.value(media.getData());
        }
        if (part instanceof MimeType type) {
            return out.value(type.toString());
        }
        return SdkParts.write(part, out) || ObjectFields.writeOwn(part, out);
    }

    private static @Nullable Map<String, Object> sent(@Nullable Map<String, Object> metadata) {
        if (metadata == null || SAID_OF_ITSELF.containsAll(metadata.keySet())) {
            return null;
        }
        Map<String, Object> sent = new TreeMap<>(metadata);
        sent.keySet().removeAll(SAID_OF_ITSELF);
        return sent;
    }

    private static @Nullable String name(Media media) {
        String name = media.getName();
        return name == null || MADE_UP.matcher(name).matches() ? null : name;
    }
}
