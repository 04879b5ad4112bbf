package io.agentkit.springai;

import io.agentkit.Cancellation;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;

/**
 * The tool calls of one reply, each to be made by itself, and their results together again.
 *
 * @param prompt what the model was asked, with its tools governed
 * @param asking the reply
 */
record ToolBatch(Prompt prompt, AssistantMessage asking) {

    int size() {
        return asking.getToolCalls().size();
    }

    /** With the calls before it answered, so that limits count as if they were made one after the other. */
    Prompt prompt(int index, Cancellation cancellation) {
        AssistantMessage.ToolCall call = asking.getToolCalls().get(index);
        List<Message> messages = new ArrayList<>(prompt.getInstructions());
        if (index > 0) {
            messages.add(ToolResponseMessage.builder()
                    .responses(asking.getToolCalls().subList(0, index).stream()
                            .map(earlier -> new ToolResponseMessage.ToolResponse(earlier.id(), earlier.name(), ""))
                            .toList())
                    .build());
        }
        List<ToolCallback> tools = OfferedTools.of(prompt.getOptions()).stream()
                .filter(tool -> tool.getToolDefinition().name().equals(call.name()))
                .limit(1)
                .map(tool -> tool instanceof GovernedToolCallback governed
                        ? governed.forCall(MessageReader.text(call.id()), cancellation)
                        : tool)
                .toList();
        return new Prompt(messages, GovernedToolCallingManager.withTools(prompt.getOptions(), tools));
    }

    ChatResponse response(int index) {
        return new ChatResponse(List.of(new Generation(AssistantMessage.builder()
                .content(asking.getText())
                .properties(asking.getMetadata())
                .toolCalls(List.of(asking.getToolCalls().get(index)))
                .build())));
    }

    /** @param results in the order of the calls */
    ToolExecutionResult together(List<ToolExecutionResult> results) {
        List<ToolResponseMessage.ToolResponse> responses = new ArrayList<>();
        for (ToolExecutionResult result : results) {
            List<Message> history = result.conversationHistory();
            if (history.get(history.size() - 1) instanceof ToolResponseMessage told) {
                responses.addAll(told.getResponses());
            }
        }
        List<Message> history = new ArrayList<>(prompt.getInstructions());
        history.add(asking);
        history.add(ToolResponseMessage.builder().responses(responses).build());
        return ToolExecutionResult.builder()
                .conversationHistory(history)
                .returnDirect(results.stream().allMatch(ToolExecutionResult::returnDirect))
                .build();
    }
}
