package io.agentkit.chat;

import io.agentkit.text.CanonicalJson;
import io.agentkit.text.CanonicalWriter;
import io.agentkit.text.Digest;
import io.agentkit.text.Fingerprint;
import io.agentkit.text.ForeignParts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a fingerprint what of a request can change its answer: what the request shows, and through its {@link ChatRequest#foreignParts()}
 * what the framework's own objects have besides. JSON counts as what it means, whatever the order of its members; nothing counts as 0.
 * What a message comes to is kept with it. Meant to be used again; not thread-safe.
 */
public final class RequestDigest {

    /** Kept for schemas, which are the same texts in every request. */
    private static final int MOST_SCHEMAS = 1_024;

    private static final Map<String, Digest> SCHEMAS = new ConcurrentHashMap<>();

    private final Fingerprint request;
    private final CanonicalWriter out;
    private final Fingerprint message = new Fingerprint();
    private final CanonicalWriter messageOut = new CanonicalWriter(message);
    private final Fingerprint json = new Fingerprint();

    /** @param request what it writes into */
    public RequestDigest(Fingerprint request) {
        this.request = request;
        this.out = new CanonicalWriter(request);
    }

    /**
     * Adds all but the conversation: model, options, tools, schema of the answer, and what the framework's own options say.
     *
     * @return false when something is not known, or the provider adds what nobody can see here: equal requests may then have other answers
     */
    public boolean addSettings(ChatRequest chat) {
        ForeignParts foreign = chat.foreignParts();
        out.with(foreign);
        messageOut.with(foreign);
        if (chat.hasStoredConversation() || chat.hasHostedTools()) {
            return false;
        }
        out.value(chat.model());
        addOptions(chat.options());
        addTools(chat.tools());
        String schema = chat.outputSchema();
        request.mark(schema == null ? 0 : 1);
        if (schema != null) {
            addSchema(schema);
        }
        Object origin = chat.isPortable() ? null : chat.origin();
        return out.value(origin);
    }

    private void addOptions(ChatOptions options) {
        out.value(options.temperature());
        out.value(options.maxOutputTokens());
        out.value(options.topP());
        out.value(options.topK());
        out.value(options.frequencyPenalty());
        out.value(options.presencePenalty());
        out.value(options.stop());
    }

    private void addTools(List<ToolDescription> tools) {
        request.add(tools.size());
        for (ToolDescription tool : tools) {
            request.add(tool.name()).add(tool.description());
            addSchema(tool.inputSchema());
        }
    }

    private void addSchema(String schema) {
        Digest known = SCHEMAS.get(schema);
        if (known == null) {
            addJson(json, schema);
            known = json.digest();
            if (SCHEMAS.size() >= MOST_SCHEMAS) {
                SCHEMAS.clear();
            }
            SCHEMAS.put(schema, known);
        }
        request.add(known);
    }

    /** Adds the system messages only, wherever they stand. */
    public boolean addSystem(ChatRequest chat) {
        ForeignParts foreign = chat.foreignParts();
        for (Message each : chat.messages()) {
            if (each.role() == Message.Role.SYSTEM && !add(each, foreign)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds messages of the request in their order.
     *
     * @return false when something in them is not known
     */
    public boolean addMessages(ChatRequest chat, List<Message> messages) {
        ForeignParts foreign = chat.foreignParts();
        request.add(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            if (!add(messages.get(i), foreign)) {
                return false;
            }
        }
        return true;
    }

    private boolean add(Message each, ForeignParts foreign) {
        Digest digest = digest(each, foreign);
        if (digest == null) {
            return false;
        }
        request.add(digest);
        return true;
    }

    /** What was not known when something was not: a type, never a value; null when the provider does something that nobody sees here. */
    public @Nullable Class<?> unknown() {
        return out.unknown() == null ? messageOut.unknown() : out.unknown();
    }

    /** What one message of a request comes to; null when something in it is not known. */
    public @Nullable Digest digest(Message each, ForeignParts foreign) {
        Digest known = each.digest();
        if (known != null) {
            return known;
        }
        message.clear();
        message.mark(each.role().name().charAt(0)).add(each.text());
        for (ToolCall call : each.toolCalls()) {
            message.mark('c').add(call.id()).add(call.name());
            addJson(message, call.arguments());
        }
        for (ToolOutput output : each.toolOutputs()) {
            message.mark('o').add(output.callId()).add(output.name()).add(output.text());
        }
        if (!addMedia(each.media(), foreign) || !messageOut.with(foreign).value(each.origin())) {
            return null;
        }
        Digest digest = message.digest();
        each.keep(digest);
        return digest;
    }

    private boolean addMedia(List<Media> media, ForeignParts foreign) {
        for (Media each : media) {
            message.mark('m').add(each.mimeType());
            if (!messageOut.with(foreign).value(each.source())) {
                return false;
            }
        }
        return true;
    }

    private static void addJson(Fingerprint out, String text) {
        String canonical = text.isEmpty() ? "" : CanonicalJson.unambiguous(Set.of(), text);
        out.mark(canonical == null ? 't' : 'j').add(canonical == null ? text : canonical);
    }
}
