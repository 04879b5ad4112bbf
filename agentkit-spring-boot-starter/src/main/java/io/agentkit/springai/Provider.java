package io.agentkit.springai;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.ErrorKind;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/**
 * What is known about a model by its class.
 *
 * @param name the provider in OpenTelemetry's words; null when that is not known
 * @param observesItself whether it makes an observation for each request
 * @param saysWhyItEnds whether every complete stream of it names a reason for its end
 */
record Provider(@Nullable String name, boolean observesItself, boolean saysWhyItEnds) {

    private static final String SPRING_AI = "org.springframework.ai.";

    static Provider of(ChatModel model) {
        String type = model.getClass().getName();
        if (!type.startsWith(SPRING_AI)) {
            return new Provider(null, false, false);
        }
        String name = name(type.substring(SPRING_AI.length()));
        return new Provider(name, name != null, name != null && !name.equals("ollama"));
    }

    private static @Nullable String name(String rest) {
        int dot = rest.indexOf('.');
        return switch (dot < 0 ? rest : rest.substring(0, dot)) {
            case "openai" -> "openai";
            case "anthropic" -> "anthropic";
            case "bedrock" -> "aws.bedrock";
            case "google" -> "gcp.gemini";
            case "mistralai" -> "mistral_ai";
            case "deepseek" -> "deepseek";
            case "ollama" -> "ollama";
            default -> null;
        };
    }

    /** A connection that breaks off between two events looks like an end; only the missing reason tells. */
    void requireFinished(Attempt<?> attempt) {
        if (saysWhyItEnds && !attempt.isFinished()) {
            throw new AgentKitException(
                    ErrorKind.STREAM_PROTOCOL, "The stream broke off: it ended without a reason for its end");
        }
    }
}
