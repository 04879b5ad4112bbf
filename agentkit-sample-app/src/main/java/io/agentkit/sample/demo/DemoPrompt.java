package io.agentkit.sample.demo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * What the demo model reads in a prompt.
 *
 * @param question the last thing the user said
 * @param toolResults what tools answered to it so far
 * @param tools the tools it may ask for
 * @param parts all the text of the prompt, a part for each message after one for the tools
 */
record DemoPrompt(String question, List<ToolResponse> toolResults, List<ToolDefinition> tools, List<String> parts) {

    static DemoPrompt of(Prompt prompt) {
        List<ToolDefinition> tools = offered(prompt.getOptions());
        String question = "";
        List<ToolResponse> results = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        parts.add(text(tools));
        for (Message message : prompt.getInstructions()) {
            if (message instanceof UserMessage user) {
                question = orEmpty(user.getText());
                results.clear();
            } else if (message instanceof ToolResponseMessage answered) {
                results.addAll(answered.getResponses());
            }
            parts.add(text(message));
        }
        return new DemoPrompt(question.strip(), List.copyOf(results), tools, List.copyOf(parts));
    }

    boolean offers(String tool) {
        return tools.stream().anyMatch(offered -> offered.name().equals(tool));
    }

    private static List<ToolDefinition> offered(@Nullable ChatOptions options) {
        List<ToolCallback> callbacks =
                options instanceof ToolCallingChatOptions tooled ? tooled.getToolCallbacks() : null;
        return callbacks == null
                ? List.of()
                : callbacks.stream().map(ToolCallback::getToolDefinition).toList();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String text(List<ToolDefinition> tools) {
        StringBuilder text = new StringBuilder();
        tools.forEach(
                tool -> text.append(tool.name()).append(tool.description()).append(tool.inputSchema()));
        return text.toString();
    }

    private static String text(Message message) {
        StringBuilder text = new StringBuilder(orEmpty(message.getText()));
        if (message instanceof AssistantMessage assistant) {
            assistant.getToolCalls().forEach(call -> text.append(call.name()).append(call.arguments()));
        } else if (message instanceof ToolResponseMessage tools) {
            tools.getResponses().forEach(result -> text.append(result.responseData()));
        }
        return text.toString();
    }
}
