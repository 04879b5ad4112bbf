package io.agentkit.springai;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.util.ClassUtils;

/** Tools that a provider runs itself, by the options of the modules that have such; what they cost nobody knows beforehand. */
final class HostedTools {

    private static final boolean ANTHROPIC = isPresent("org.springframework.ai.anthropic.AnthropicChatOptions");

    private static final boolean GOOGLE = isPresent("org.springframework.ai.google.genai.GoogleGenAiChatOptions");

    private HostedTools() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, HostedTools.class.getClassLoader());
    }

    static boolean areIn(ChatOptions options) {
        return (OpenAiPresence.isOptions(options) && OpenAi.areIn(options))
                || (ANTHROPIC && Anthropic.areIn(options))
                || (GOOGLE && Google.areIn(options));
    }

    /** Apart, so that nothing is loaded that an application does not have. */
    private static final class OpenAi {

        /** What the caller runs itself. */
        private static final Set<Object> OURS = Set.of("function", "custom");

        /** Its options know none, so they can only be asked for in what is added to the body by hand. */
        static boolean areIn(ChatOptions options) {
            Map<String, Object> added = ((OpenAiChatOptions) options).getExtraBody();
            return added != null && (added.get("web_search_options") != null || isHosted(added.get("tools")));
        }

        /** What cannot be read may be anything. */
        private static boolean isHosted(@Nullable Object tools) {
            if (!(tools instanceof Iterable<?> list)) {
                return tools != null;
            }
            for (Object tool : list) {
                Object type = tool instanceof Map<?, ?> fields ? fields.get("type") : null;
                if (type == null || !OURS.contains(type)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Anthropic {

        static boolean areIn(ChatOptions options) {
            return options instanceof AnthropicChatOptions own
                    && (own.getWebSearchTool() != null || own.getSkillContainer() != null);
        }
    }

    private static final class Google {

        static boolean areIn(ChatOptions options) {
            return options instanceof GoogleGenAiChatOptions own
                    && (Boolean.TRUE.equals(own.getGoogleSearchRetrieval())
                            || Boolean.TRUE.equals(own.getIncludeServerSideToolInvocations()));
        }
    }
}
