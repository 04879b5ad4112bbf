package io.agentkit.tool;

import io.agentkit.chat.Request;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A tool to be called. Immutable. A middleware may change the arguments and nothing else: name, identity and facts are the caller's.
 */
public final class ToolRequest extends Request {

    private final ToolFacts facts;
    private final String callId;
    private final String key;
    private final String arguments;
    private final Map<String, Object> context;
    private final boolean forModel;

    private ToolRequest(ToolRequest derivedFrom, String arguments, Map<String, Object> context) {
        super(derivedFrom);
        facts = derivedFrom.facts;
        callId = derivedFrom.callId;
        key = derivedFrom.key;
        forModel = derivedFrom.forModel;
        this.arguments = normal(arguments);
        this.context = context;
    }

    private ToolRequest(ToolFacts facts, String callId, String key, String arguments, boolean forModel) {
        super(null);
        this.facts = Objects.requireNonNull(facts, "'facts' must not be null");
        this.callId = Objects.requireNonNull(callId, "'callId' must not be null");
        this.key = Objects.requireNonNull(key, "'key' must not be null");
        this.forModel = forModel;
        this.arguments = normal(arguments);
        this.context = Map.of();
    }

    private static String normal(String arguments) {
        return arguments.isBlank() || "null".equals(arguments.strip()) ? "{}" : arguments;
    }

    /** A call that no model asked for. */
    public static ToolRequest of(ToolFacts facts, String arguments) {
        return new ToolRequest(facts, "", "", arguments, false);
    }

    /**
     * A call that a model asked for.
     *
     * @param callId the model's identifier of the call; may be empty
     * @param key what makes this call the same one when it is replayed: run, round, index, identifier and tool
     * @param arguments JSON text; blank or {@code null} is read as no arguments
     */
    public static ToolRequest of(ToolFacts facts, String callId, String key, String arguments) {
        return new ToolRequest(facts, callId, key, arguments, true);
    }

    /** As {@link #of(ToolFacts, String, String, String)}, for a tool whose result goes to the application and not back to the model. */
    public static ToolRequest direct(ToolFacts facts, String callId, String key, String arguments) {
        return new ToolRequest(facts, callId, key, arguments, false);
    }

    public String name() {
        return facts.name();
    }

    public ToolFacts facts() {
        return facts;
    }

    /** The model's identifier of the call; empty when it gave none or no model asked. */
    public String callId() {
        return callId;
    }

    /** What makes this call the same one when it is replayed; empty when no model asked for it. */
    public String key() {
        return key;
    }

    /** Whether a model reads the result; otherwise the application or a person does. */
    public boolean isForModel() {
        return forModel;
    }

    /** JSON text. */
    public String arguments() {
        return arguments;
    }

    /**
     * What the application gives the tool beside the model's arguments, such as who asks: it can change the result, and is never shown. Empty
     * when it gives nothing. Cannot be changed.
     */
    public Map<String, Object> context() {
        return context;
    }

    public ToolRequest withArguments(String changed) {
        return changed.equals(arguments) ? this : new ToolRequest(this, changed, context);
    }

    /** For bridges: with what the application gives the tool. */
    public ToolRequest withContext(Map<String, Object> given) {
        return new ToolRequest(this, arguments, Collections.unmodifiableMap(given));
    }

    @Override
    public ToolRequest mapText(UnaryOperator<String> function) {
        return withArguments(function.apply(arguments));
    }

    /** The tool and sizes, never the arguments. */
    @Override
    public String toString() {
        return "ToolRequest[%s, id=%s, %d characters]".formatted(name(), callId, arguments.length());
    }
}
