package io.agentkit.compaction;

import io.agentkit.ChatMiddleware;
import io.agentkit.chat.KnownModels;
import io.agentkit.spec.ChatSpec;
import io.agentkit.spec.Resources;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * Settings of {@code compaction}: makes a conversation shorter before it is sent once it has grown too long, and repairs one that no provider
 * would take. Kept in any case: system messages, the latest user message, the last answer with the results of its tool calls, and each call
 * of a tool together with all its results or not at all. When these alone are too long, they go out as they are. Stand it outside
 * {@code meter}, so that budgets see what is really sent. Immutable.
 *
 * @param strategy how it is made shorter; sliding window by default
 * @param keepRecent how many of the latest messages are kept as far as the limit of tokens allows; at least 0; 10 by default
 * @param maxTokens the longest request in tokens, with the schemas of the tools it offers; at least 1. By default what the model's window
 *     leaves beside the answer where an imported catalogue knows it, else 12,000; a smaller window always counts
 * @param summarizerModel model behind the same endpoint that writes summaries; by default the one that the request asks for
 */
@ConfigurationPropertiesSource
public record CompactionSpec(
        CompactionStrategy strategy,
        Integer keepRecent,
        @Nullable Integer maxTokens,
        @Nullable String summarizerModel) implements ChatSpec {

    private static final CompactionSpec DEFAULTS = new CompactionSpec(null, null, null, null);

    public CompactionSpec(
            @Nullable CompactionStrategy strategy,
            @Nullable Integer keepRecent,
            @Nullable Integer maxTokens,
            @Nullable String summarizerModel) {
        this.strategy = Objects.requireNonNullElse(strategy, CompactionStrategy.SLIDING_WINDOW);
        this.keepRecent = Objects.requireNonNullElse(keepRecent, 10);
        this.maxTokens = maxTokens;
        this.summarizerModel = summarizerModel;
        if (this.keepRecent < 0) {
            throw new IllegalArgumentException("'keepRecent' must be at least 0 (was %d)".formatted(keepRecent));
        }
        if (maxTokens != null && maxTokens < 1) {
            throw new IllegalArgumentException("'maxTokens' must be at least 1 (was %d)".formatted(maxTokens));
        }
        if (summarizerModel != null && summarizerModel.isBlank()) {
            throw new IllegalArgumentException("'summarizerModel' must name a model (was blank)");
        }
        if (summarizerModel != null && !this.strategy.summarizes()) {
            throw new IllegalArgumentException(
                    "'summarizerModel' is for the strategies summarization and importance (was %s)"
                            .formatted(summarizerModel));
        }
    }

    public static CompactionSpec defaults() {
        return DEFAULTS;
    }

    public CompactionSpec withStrategy(CompactionStrategy value) {
        return new CompactionSpec(value, keepRecent, maxTokens, summarizerModel);
    }

    public CompactionSpec withKeepRecent(int value) {
        return new CompactionSpec(strategy, value, maxTokens, summarizerModel);
    }

    public CompactionSpec withMaxTokens(@Nullable Integer value) {
        return new CompactionSpec(strategy, keepRecent, value, summarizerModel);
    }

    public CompactionSpec withSummarizerModel(@Nullable String value) {
        return new CompactionSpec(strategy, keepRecent, maxTokens, value);
    }

    @Override
    public ChatMiddleware chatMiddleware(Resources resources) {
        return new Compaction(this, resources.find(KnownModels.class), resources.environment());
    }
}
