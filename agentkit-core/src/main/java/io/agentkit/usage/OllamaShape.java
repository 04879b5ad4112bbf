package io.agentkit.usage;

import io.agentkit.chat.Usage;
import org.jspecify.annotations.Nullable;

/** Ollama's own protocol, whose last line has the counts. */
final class OllamaShape implements UsageShape {

    @Override
    public boolean fits(Part counts) {
        return counts.hasAny("prompt_eval_count", "eval_count");
    }

    @Override
    public boolean isAtTop() {
        return true;
    }

    @Override
    public Usage read(Part counts, @Nullable String model, @Nullable String provider) {
        return Usage.of(counts.count("prompt_eval_count"), counts.count("eval_count"));
    }
}
