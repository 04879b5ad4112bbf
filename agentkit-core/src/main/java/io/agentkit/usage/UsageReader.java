package io.agentkit.usage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads usage, served model and tier, finish reason and errors from what providers send, for code that calls them itself: bodies and
 * streams of OpenAI (chat completions, responses, embeddings), Azure, Anthropic, Google and Vertex, Bedrock, Mistral, DeepSeek, Ollama,
 * Groq, OpenRouter, Cohere, and whoever speaks the protocol of one of them. Which protocol it is, the answer tells; so does whether it is one body,
 * server-sent events, or JSON line by line. Broken and hostile input ends in a {@link UsageReading} that says what is wrong, never in a
 * wrong count and never in an exception; memory does not grow with the input.
 *
 * <p>Needs Jackson 3 ({@code tools.jackson.core:jackson-core}), which Spring Boot 4 brings. Immutable, so threads may share it.
 */
public final class UsageReader {

    private static final int PIECE = 8_192;

    private static final UsageReader ANY = new UsageReader(null);

    private final @Nullable String provider;

    private UsageReader(@Nullable String provider) {
        this.provider = provider;
    }

    /** For any provider. */
    public static UsageReader any() {
        return ANY;
    }

    /**
     * For a provider that is known, which settles what the answer leaves open: {@code xai} counts reasoning beside the output also where no
     * total says so. Other names read as {@link #any()} does.
     */
    public static UsageReader of(String provider) {
        String plain = provider.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return new UsageReader(plain);
    }

    /** Reads a whole body or a whole stream. */
    public UsageReading read(byte[] answer) {
        return open().add(answer).end();
    }

    /** Reads a whole body or a whole stream. */
    public UsageReading read(String answer) {
        return read(answer.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a body or a stream to its end. Does not close it.
     *
     * @throws IOException when the stream cannot be read
     */
    public UsageReading read(InputStream answer) throws IOException {
        UsageStream stream = open();
        byte[] piece = new byte[PIECE];
        for (int length = answer.read(piece); length >= 0; length = answer.read(piece)) {
            stream.add(piece, 0, length);
        }
        return stream.end();
    }

    /** Begins to read an answer that arrives in pieces. */
    public UsageStream open() {
        return new UsageStream(provider);
    }
}
