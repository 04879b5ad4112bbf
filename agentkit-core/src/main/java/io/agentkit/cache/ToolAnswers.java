package io.agentkit.cache;

import io.agentkit.chat.CacheStatus;
import io.agentkit.money.Money;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import org.jspecify.annotations.Nullable;

/** Results of tools, which are texts: empty ones are as good as others. */
final class ToolAnswers implements Answers<ToolRequest, ToolResult> {

    static final ToolAnswers INSTANCE = new ToolAnswers();

    private ToolAnswers() {}

    /** What was used again already would be kept for longer than it was meant to. */
    @Override
    public @Nullable KeptAnswer<ToolResult> keep(ToolResult answer, @Nullable Money usd) {
        return answer.cacheStatus() == CacheStatus.NONE ? new TextEntry(answer.text()) : null;
    }

    @Override
    public @Nullable KeptAnswer<ToolResult> read(CacheEntry entry) {
        return TextEntry.read(entry);
    }

    @Override
    public String target(ToolRequest request) {
        return request.name();
    }

    @Override
    public boolean isSame(ToolRequest sent, ToolRequest asked) {
        return true;
    }
}
