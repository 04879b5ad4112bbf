package io.agentkit.audit;

import io.agentkit.Call;
import io.agentkit.Next;
import io.agentkit.ToolMiddleware;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;

final class AuditMiddleware implements ToolMiddleware {

    private final AuditStore store;
    private final AuditTexts texts;
    private final AuditStarts starts;
    private final boolean failWithStore;

    AuditMiddleware(AuditStore store, AuditTexts texts, AuditStarts starts, boolean failWithStore) {
        this.store = store;
        this.texts = texts;
        this.starts = starts;
        this.failWithStore = failWithStore;
    }

    @Override
    public ToolResult handle(Call<ToolRequest> call, Next<ToolRequest, ToolResult> next) {
        AuditTrail trail = new AuditTrail(
                call, store, texts, starts.includes(call.request().facts().safety()), failWithStore);
        ToolResult result;
        try {
            result = next.call(call.withHook(trail));
        } catch (Throwable error) {
            trail.failed(error);
            throw error;
        }
        trail.succeeded(result);
        return result;
    }
}
