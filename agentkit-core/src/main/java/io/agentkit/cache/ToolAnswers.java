package io.agentkit.cache;

import io.agentkit.chat.CacheStatus;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;

/** Results of tools, which are texts: empty ones are as good as others. */
final class ToolAnswers implements Answers<ToolRequest, ToolResult> {

    static final ToolAnswers INSTANCE = new ToolAnswers();

    private ToolAnswers() {}

    /** What was used again already would be kept for longer than it was meant to. */
    @Override
    public @Nullable CacheEntry entry(ToolResult answer) {
        return answer.cacheStatus() == CacheStatus.NONE ? CacheEntry.of(answer.text()) : null;
    }

    @Override
    public ToolResult again(CacheEntry entry) {
        return new ToolResult(entry.text(), CacheStatus.HIT);
    }

    @Override
    public String target(ToolRequest request) {
        return request.name();
    }
}
