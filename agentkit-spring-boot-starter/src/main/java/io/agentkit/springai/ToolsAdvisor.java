package io.agentkit.springai;

import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.RunThreadLocalAccessor;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/** Makes one call of a client, with all its rounds of tools, one run, and puts the tools of the request behind their chain. */
final class ToolsAdvisor implements CallAdvisor, StreamAdvisor {

    static final String NAME = "agentkit-tools";

    /** Outside the advisor that calls tools, whose default is 300. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 290;

    private final Supplier<SpringAiBridge> bridge;

    ToolsAdvisor(Supplier<SpringAiBridge> bridge) {
        this.bridge = bridge;
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    @SuppressWarnings("try") // the frame is there to be closed
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        Run run = bridge.get().joinedOrNew();
        try (RunFrame frame = run.enter()) {
            return chain.nextCall(governed(request, run));
        }
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        RunFrame assembly = RunFrame.current();
        return Flux.deferContextual(subscriber -> {
            RunFrame carried = subscriber.getOrDefault(RunThreadLocalAccessor.KEY, null);
            Run run = bridge.get().joinedOrNew(carried != null ? carried : assembly, subscriber);
            return chain.nextStream(governed(request, run))
                    .contextWrite(context -> context.put(RunThreadLocalAccessor.KEY, run.frame()));
        });
    }

    private ChatClientRequest governed(ChatClientRequest request, Run run) {
        Prompt prompt = request.prompt();
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return request;
        }
        List<ToolCallback> offered = OfferedTools.of(options);
        List<ToolCallback> governed = bridge.get().govern(offered, run);
        if (governed == offered) {
            return request;
        }
        return request.mutate()
                .prompt(new Prompt(
                        prompt.getInstructions(),
                        options.mutate().toolCallbacks(governed).build()))
                .build();
    }
}
