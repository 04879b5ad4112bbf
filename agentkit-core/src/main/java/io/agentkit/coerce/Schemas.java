package io.agentkit.coerce;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.agentkit.Call;
import io.agentkit.WantedOutput;
import io.agentkit.chat.ChatRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what a call's answer is to be, and keeps what was read for it. Thread-safe. */
final class Schemas {

    private static final Logger log = LoggerFactory.getLogger(Schemas.class);

    /** Prompts can be made with schemas of their own without an end. */
    private static final int KEPT = 256;

    private final @Nullable OutputSchema<?> chains;
    private final boolean fromPrompt;
    private final Cache<String, Optional<OutputSchema<?>>> read =
            Caffeine.newBuilder().maximumSize(KEPT).build();

    private final ClassValue<OutputSchema<?>> types = new ClassValue<>() {
        @Override
        protected OutputSchema<?> computeValue(Class<?> type) {
            return OutputSchema.of(type);
        }
    };

    Schemas(@Nullable OutputSchema<?> chains, boolean fromPrompt) {
        this.chains = chains;
        this.fromPrompt = fromPrompt;
    }

    /** The caller's type, else the request's schema, else one in its prompt, else the chain's; null for free text. */
    @Nullable
    OutputSchema<?> of(Call<ChatRequest> call) {
        WantedOutput<?> wanted = call.output();
        if (wanted != null) {
            return types.get(wanted.type());
        }
        String json = call.request().outputSchema();
        if (json == null && fromPrompt) {
            json = FormatInstructions.schema(call.request());
        }
        return json == null ? chains : read(json);
    }

    private @Nullable OutputSchema<?> read(String json) {
        Optional<OutputSchema<?>> known = read.get(json, Schemas::parse);
        return known == null ? null : known.orElse(null);
    }

    /** What the provider may understand and we do not is no reason to fail the call. */
    private static Optional<OutputSchema<?>> parse(String json) {
        try {
            return Optional.of(OutputSchema.of(json));
        } catch (IllegalArgumentException unreadable) {
            log.warn(
                    "A request has a schema for its answer that cannot be used, so the answer is not checked: {}",
                    unreadable.getMessage());
            return Optional.empty();
        }
    }
}
