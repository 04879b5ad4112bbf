package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.ErrorKind;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** Gives a request back to Spring AI: the identical prompt when no middleware changed it, else a copy with just the changed parts. */
final class PromptWriter {

    private PromptWriter() {}

    static Prompt write(ChatRequest request, ChatModel model) {
        if (request.nativeRequest() instanceof Prompt unchanged) {
            return unchanged;
        }
        if (request.isPortable()) {
            return new Prompt(messages(request), translated(request, model));
        }
        if (request.origin() instanceof Prompt origin) {
            Set<ChatRequest.Part> changed = request.changed();
            return new Prompt(
                    changed.contains(ChatRequest.Part.MESSAGES) ? messages(request) : origin.getInstructions(),
                    options(request, origin, model, changed));
        }
        return new Prompt(messages(request), optionsOfOurs(request, model));
    }

    private static List<org.springframework.ai.chat.messages.Message> messages(ChatRequest request) {
        List<org.springframework.ai.chat.messages.Message> written =
                new ArrayList<>(request.messages().size());
        for (Message message : request.messages()) {
            written.add(MessageWriter.write(message));
        }
        return written;
    }

    private static @Nullable ChatOptions options(
            ChatRequest request, Prompt origin, ChatModel model, Set<ChatRequest.Part> changed) {
        ChatOptions own = origin.getOptions();
        if (changed.size() == 1 && changed.contains(ChatRequest.Part.MESSAGES)) {
            return own;
        }
        return edited(request, own == null ? model.getOptions() : own, changed);
    }

    /**
     * A request that was written for another model: this one's own options, with what the request says in words that all understand. The
     * tools are those of the request, since the framework calls what that one offers.
     */
    private static ChatOptions translated(ChatRequest request, ChatModel model) {
        ChatOptions base = model.getOptions();
        ChatOptions.Builder<?> builder = base.mutate();
        String asked = request.model();
        if (asked != null) {
            builder.model(asked);
        }
        PortableOptions.write(
                io.agentkit.chat.ChatOptions.DEFAULTS,
                Dialect.of(Provider.of(model).name(), asked, request.options()),
                base,
                builder);
        ChatOptions offering = request.origin() instanceof Prompt origin ? origin.getOptions() : null;
        tools(request.tools(), offering == null ? base : offering, builder);
        if (offering instanceof ToolCallingChatOptions from
                && builder instanceof ToolCallingChatOptions.Builder<?> calling) {
            calling.toolContext(from.getToolContext());
        }
        schema(request, builder);
        return builder.build();
    }

    /** A request that did not come from Spring AI: the model's own options, unless the request says otherwise. */
    private static @Nullable ChatOptions optionsOfOurs(ChatRequest request, ChatModel model) {
        boolean plain = request.model() == null
                && request.options().equals(io.agentkit.chat.ChatOptions.DEFAULTS)
                && request.tools().isEmpty()
                && request.outputSchema() == null;
        if (plain) {
            return null;
        }
        ChatOptions base = model.getOptions();
        ChatOptions.Builder<?> builder = base.mutate();
        String asked = request.model();
        if (asked != null) {
            builder.model(asked);
        }
        PortableOptions.write(io.agentkit.chat.ChatOptions.DEFAULTS, request.options(), base, builder);
        tools(request.tools(), base, builder);
        schema(request, builder);
        return builder.build();
    }

    private static ChatOptions edited(ChatRequest request, ChatOptions base, Set<ChatRequest.Part> changed) {
        ChatOptions.Builder<?> builder = base.mutate();
        String asked = request.model();
        if (changed.contains(ChatRequest.Part.MODEL) && asked != null) {
            builder.model(asked);
        }
        if (changed.contains(ChatRequest.Part.OPTIONS)) {
            PortableOptions.write(PortableOptions.read(base), request.options(), base, builder);
        }
        if (changed.contains(ChatRequest.Part.TOOLS)) {
            tools(request.tools(), base, builder);
        }
        if (changed.contains(ChatRequest.Part.OUTPUT_SCHEMA)) {
            schema(request, builder);
        }
        return builder.build();
    }

    private static void schema(ChatRequest request, ChatOptions.Builder<?> builder) {
        String schema = request.outputSchema();
        if (schema != null && builder instanceof StructuredOutputChatOptions.Builder<?> structured) {
            structured.outputSchema(schema);
        }
    }

    /** A middleware may leave tools out and reorder them; one that the framework cannot call must not be offered. */
    private static void tools(List<ToolDescription> tools, ChatOptions base, ChatOptions.Builder<?> builder) {
        if (tools.isEmpty()
                && AnthropicPresence.isOptions(base)
                && !OfferedTools.of(base).isEmpty()) {
            AnthropicTools.offerNone(builder);
            return;
        }
        List<ToolCallback> kept = new ArrayList<>(tools.size());
        for (ToolDescription tool : tools) {
            kept.add(callback(tool, base));
        }
        if (builder instanceof ToolCallingChatOptions.Builder<?> calling) {
            calling.toolCallbacks(kept);
        }
    }

    private static ToolCallback callback(ToolDescription tool, ChatOptions base) {
        for (ToolCallback callback : OfferedTools.of(base)) {
            if (callback.getToolDefinition().name().equals(tool.name())) {
                return callback;
            }
        }
        throw new AgentKitException(
                ErrorKind.CONFIG,
                "A middleware offers the model tool '%s', which the application did not put into the request"
                        .formatted(tool.name()));
    }
}
