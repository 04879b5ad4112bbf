package io.agentkit.springai;

import io.agentkit.Scope;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ToolDescription;
import io.agentkit.safety.PolicySpec;
import io.agentkit.spec.MiddlewareSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Leaves out of what a model is offered the tools that the policy of its tool chain denies to whoever the run works for. Thread-safe. */
final class ToolOffers {

    static final ToolOffers ALL = new ToolOffers(null);

    private final @Nullable BiPredicate<String, Scope> denied;

    private ToolOffers(@Nullable BiPredicate<String, Scope> denied) {
        this.denied = denied;
    }

    /** @param policy the settings of {@code policy} in the tool chain; null when it has none */
    static ToolOffers of(@Nullable MiddlewareSpec policy) {
        return policy instanceof PolicySpec settings ? new ToolOffers(settings.denials()) : ALL;
    }

    boolean offersAll() {
        return denied == null;
    }

    /** The same request when nothing is denied. */
    ChatRequest of(ChatRequest request, Scope scope) {
        if (denied == null || request.tools().isEmpty()) {
            return request;
        }
        List<ToolDescription> kept = new ArrayList<>(request.tools().size());
        for (ToolDescription tool : request.tools()) {
            if (!denied.test(tool.name(), scope)) {
                kept.add(tool);
            }
        }
        return kept.size() == request.tools().size()
                ? request
                : request.mutate().tools(kept).build();
    }
}
