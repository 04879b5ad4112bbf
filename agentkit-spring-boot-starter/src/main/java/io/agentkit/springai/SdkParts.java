package io.agentkit.springai;

import com.anthropic.core.ObjectMappers;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.genai.JsonSerializable;
import com.openai.azure.AzureOpenAIServiceVersion;
import io.agentkit.text.CanonicalJson;
import io.agentkit.text.CanonicalWriter;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Writes objects of the providers' own clients as the JSON that they send: in their fields they keep more than they are. */
final class SdkParts {

    private static final boolean GOOGLE =
            ClassUtils.isPresent("com.google.genai.JsonSerializable", SdkParts.class.getClassLoader());

    private SdkParts() {}

    static boolean write(Object part, CanonicalWriter out) {
        String type = part.getClass().getName();
        String json = null;
        if (type.startsWith("com.anthropic.")) {
            json = Anthropic.json(part);
        } else if (type.startsWith("com.openai.")) {
            json = OpenAi.json(part);
        } else if (GOOGLE && type.startsWith("com.google.genai.")) {
            json = Google.json(part);
        }
        String canonical = json == null ? null : CanonicalJson.of(json);
        return canonical != null && out.value(canonical);
    }

    /** Linked only where the client is. */
    private static final class Anthropic {

        static @Nullable String json(Object part) {
            try {
                return ObjectMappers.jsonMapper().writeValueAsString(part);
            } catch (JsonProcessingException unknown) {
                return null;
            }
        }
    }

    /** Linked only where the client is. */
    private static final class OpenAi {

        static @Nullable String json(Object part) {
            try {
                return part instanceof AzureOpenAIServiceVersion version
                        ? '"' + version.value() + '"'
                        : com.openai.core.ObjectMappers.jsonMapper().writeValueAsString(part);
            } catch (JsonProcessingException unknown) {
                return null;
            }
        }
    }

    /** Linked only where the client is. */
    private static final class Google {

        static @Nullable String json(Object part) {
            return part instanceof JsonSerializable known ? known.toJson() : null;
        }
    }
}
