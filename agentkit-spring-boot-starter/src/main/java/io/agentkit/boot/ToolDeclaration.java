package io.agentkit.boot;

import io.agentkit.boot.AgentkitProperties.ToolSettings;
import io.agentkit.tool.AgentTool;
import io.agentkit.tool.ToolSafety;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.origin.Origin;

/**
 * What one source says about a tool.
 *
 * @param source where it stands, for people: {@code @AgentTool at Payments.charge}
 * @param settings what is said there; what is null is not said
 */
public record ToolDeclaration(String source, ToolSettings settings) {

    public ToolDeclaration {
        Objects.requireNonNull(source, "'source' must not be null");
        Objects.requireNonNull(settings, "'settings' must not be null");
    }

    /**
     * What an annotation says.
     *
     * @param place the class or method it stands at
     * @throws InvalidConfigurationException when it cannot be meant
     */
    public static ToolDeclaration of(AgentTool annotation, String place) {
        try {
            if (annotation.idempotency().length > 1) {
                throw new IllegalArgumentException("'idempotency' must have one value at most");
            }
            return new ToolDeclaration(
                    "@AgentTool at " + place,
                    new ToolSettings(
                            annotation.safety() == ToolSafety.UNKNOWN ? null : annotation.safety(),
                            annotation.idempotency().length == 0
                                    ? null
                                    : annotation.idempotency()[0],
                            said(annotation.volatileArguments()),
                            said(annotation.urlArguments()),
                            said(annotation.secretArguments()),
                            annotation.timeout().isEmpty()
                                    ? null
                                    : DurationStyle.detectAndParse(annotation.timeout())));
        } catch (IllegalArgumentException refused) {
            throw new Complaint("@AgentTool", null, new Place(place), String.valueOf(refused.getMessage()))
                    .remedy("Correct the annotation.", refused);
        }
    }

    /** A place in the code of the application. */
    private record Place(String name) implements Origin {

        @Override
        public String toString() {
            return name;
        }
    }

    private static @Nullable Set<String> said(String[] paths) {
        return paths.length == 0 ? null : new LinkedHashSet<>(Arrays.asList(paths));
    }
}
