package io.agentkit.sample.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads from a question which tools would answer it. Thread-safe.
 */
final class DemoToolRequests {

    private static final Pattern WEATHER = Pattern.compile("(?i)\\bweather\\b.*?\\bin ([\\p{L} .'-]+)");
    private static final Pattern CONVERT =
            Pattern.compile("(?i)\\bconvert (\\d+(?:\\.\\d+)?) ?(\\p{Alpha}{3}) (?:to|into|in) (\\p{Alpha}{3})\\b");
    private static final Pattern CHARGE = Pattern.compile("(?i)\\bcharge\\b.*?(\\d+(?:\\.\\d+)?)");

    private final AtomicLong ids = new AtomicLong();

    private final JsonMapper json;

    DemoToolRequests(JsonMapper json) {
        this.json = json;
    }

    /** In the order in which they are to run; none when the question needs none or nothing suitable is offered. */
    List<ToolCall> in(DemoPrompt prompt) {
        List<ToolCall> calls = new ArrayList<>();
        Matcher weather = WEATHER.matcher(prompt.question());
        if (prompt.offers("weather") && weather.find()) {
            for (String city : weather.group(1).split(" and ")) {
                calls.add(call("weather", Map.of("city", city.strip())));
            }
        }
        Matcher convert = CONVERT.matcher(prompt.question());
        if (prompt.offers("convert") && convert.find()) {
            String arguments = "{\"amount\":%s,\"from\":\"%s\",\"to\":\"%s\"}"
                    .formatted(convert.group(1), convert.group(2), convert.group(3));
            calls.add(call("convert", arguments));
        }
        Matcher charge = CHARGE.matcher(prompt.question());
        if (prompt.offers("charge_card") && charge.find()) {
            calls.add(call("charge_card", "{\"amount\":%s}".formatted(charge.group(1))));
        }
        return List.copyOf(calls);
    }

    private ToolCall call(String tool, Map<String, ?> arguments) {
        return call(tool, json.writeValueAsString(arguments));
    }

    private ToolCall call(String tool, String arguments) {
        return new ToolCall("call_" + ids.incrementAndGet(), "function", tool, arguments);
    }
}
