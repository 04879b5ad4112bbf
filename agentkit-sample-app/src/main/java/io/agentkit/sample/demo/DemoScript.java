package io.agentkit.sample.demo;

import io.agentkit.sample.demo.DemoReply.Pace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decides what the demo model says: it obeys commands, asks for tools, and puts their results into a sentence. Thread-safe.
 */
final class DemoScript {

    private static final String HELP =
            "This is the demo model: it thinks of nothing, but its answers are streamed, counted and"
                    + " priced like those of a real one. Ask for the weather in a city, convert an amount, or charge a card to see a tool"
                    + " at work, and try /fail once, /fail, /slow or /stall.";

    private static final Map<String, String> SENTENCES = Map.of(
            "weather", "In %s it is %s °C and %s.",
            "convert", "%s %s are %s %s.",
            "charge_card", "The card was charged with %s %s, receipt %s.");

    private static final Map<String, List<String>> FIELDS = Map.of(
            "weather", List.of("city", "degreesCelsius", "sky"),
            "convert", List.of("amount", "from", "result", "to"),
            "charge_card", List.of("amount", "currency", "receipt"));

    private final AtomicBoolean failedLast = new AtomicBoolean();
    private final JsonMapper json;
    private final DemoToolRequests toolRequests;

    DemoScript(JsonMapper json) {
        this.json = json;
        toolRequests = new DemoToolRequests(json);
    }

    /**
     * @throws HttpServerErrorException when the question is a command to fail
     */
    DemoReply replyTo(DemoPrompt prompt) {
        if (!prompt.toolResults().isEmpty()) {
            return DemoReply.text(
                    prompt.toolResults().stream().map(this::sentence).collect(Collectors.joining(" ")));
        }
        List<ToolCall> calls = toolRequests.in(prompt);
        return calls.isEmpty() ? obey(prompt.question()) : DemoReply.tools(calls);
    }

    private DemoReply obey(String question) {
        return switch (question) {
            case "/fail" -> throw unavailable();
            case "/fail once" -> {
                if (failedLast.compareAndSet(false, true)) {
                    throw unavailable();
                }
                failedLast.set(false);
                yield DemoReply.text("The first request failed, and this is the answer to the second one.");
            }
            case "/slow" ->
                DemoReply.text("This answer takes its time, word by word.").at(Pace.SLOW);
            case "/stall" -> DemoReply.text("From here on nothing comes").at(Pace.STALLED);
            default -> DemoReply.text(HELP);
        };
    }

    /** What an HTTP client throws when a provider is down. */
    private static HttpServerErrorException unavailable() {
        return HttpServerErrorException.create(
                HttpStatus.SERVICE_UNAVAILABLE, "Service Unavailable", HttpHeaders.EMPTY, new byte[0], null);
    }

    private String sentence(ToolResponse result) {
        Map<String, Object> values = read(result.responseData());
        List<String> fields = FIELDS.getOrDefault(result.name(), List.of());
        if (fields.isEmpty() || !values.keySet().containsAll(fields)) {
            return "The tool %s answered: %s".formatted(result.name(), result.responseData());
        }
        String sentence = Objects.requireNonNull(SENTENCES.get(result.name()));
        return sentence.formatted(fields.stream().map(values::get).toArray());
    }

    private Map<String, Object> read(String data) {
        try {
            return json.readValue(data, new TypeReference<>() {});
        } catch (JacksonException notAnObject) {
            return Map.of();
        }
    }
}
