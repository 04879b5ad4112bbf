package io.agentkit.usage;

import io.agentkit.Failure;
import io.agentkit.ProviderErrors;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the events of one answer said so far. Not thread-safe. */
final class AnswerState {

    private static final int MOST_MESSAGES = 64;

    private final @Nullable String provider;
    private final Findings notes = new Findings();
    private final Map<String, MessageCounts> messages = new LinkedHashMap<>();
    private MessageCounts message = new MessageCounts();
    private @Nullable String model;
    private @Nullable FinishReason finishReason;
    private @Nullable Failure failure;
    private boolean ended;

    AnswerState(@Nullable String provider) {
        this.provider = provider;
        messages.put("", message);
    }

    void note(UsageProblem problem) {
        notes.note(problem);
    }

    /** The protocol's own mark for the end. */
    void ended() {
        ended = true;
    }

    boolean isFinished() {
        return ended || finishReason != null;
    }

    /**
     * Takes in one event.
     *
     * @param fields the event
     * @param name its name outside of it; null when it has none
     */
    void add(Map<String, Object> fields, @Nullable String name) {
        Part event = new Part(fields, notes);
        String type = event.text("type");
        if ("message_start".equals(type)) {
            begin(event.part("message"));
        } else if ("message_stop".equals(type)) {
            ended = true;
        } else if (event.part("response").hasAny("usage", "status", "object", "usageMetadata")) {
            Part response = event.part("response");
            if (response.has("status")) {
                to(response.text("id"));
            }
            answer(response);
        } else {
            answer(event);
        }
        error(event, type, name);
    }

    /** A stream that says the beginning of a message again says nothing new. */
    private void begin(Part start) {
        String id = start.text("id");
        MessageCounts known = id == null ? message : messages.get(id);
        if (known != null && !known.isEmpty()) {
            message = known;
            return;
        }
        to(id);
        answer(start);
    }

    private void to(@Nullable String id) {
        if (id == null) {
            return;
        }
        MessageCounts known = messages.get(id);
        if (known == null && messages.size() < MOST_MESSAGES) {
            known = new MessageCounts();
            messages.put(id, known);
        }
        message = known == null ? message : known;
    }

    private void answer(Part answer) {
        String named = answer.text("model");
        named = named == null ? answer.text("modelVersion") : named;
        model = named == null ? model : named;
        message.tier(answer.text("service_tier"));
        message.tier(answer.part("serviceTier").text("type"));
        message.tier("optimized".equals(answer.part("performanceConfig").text("latency")) ? "fast" : null);
        ended |= answer.isTrue("done");
        FinishReason reason = Finish.of(answer);
        finishReason = reason == null ? finishReason : reason;
        usage(answer);
    }

    private void usage(Part answer) {
        if (answer.has("usage") && !(answer.fields().get("usage") instanceof Map)) {
            notes.refuse(UsageProblem.Kind.NOT_A_NUMBER, "usage");
        }
        message.add(answer.part("x_groq").part("usage"));
        for (Part choice : answer.parts("choices")) {
            message.add(choice.part("usage"));
        }
        message.add(answer.part("delta").part("usage"));
        message.add(answer.part("metadata").part("usage"));
        message.add(answer.part("amazon-bedrock-invocationMetrics"));
        message.add(answer.part("meta"));
        message.add(answer.part("usage"));
        message.add(answer.part("usageMetadata"));
        UsageShape top = answer.hasAny("usage", "usageMetadata") ? null : UsageShape.of(answer);
        if (top != null && top.isAtTop()) {
            message.add(answer);
        }
    }

    private void error(Part event, @Nullable String type, @Nullable String name) {
        Part response = event.part("response");
        Part error = event.has("error") ? event.part("error") : response.part("error");
        String text = event.has("error") ? event.text("error") : null;
        boolean named = "error".equals(type) || "error".equals(name);
        for (Part choice : event.parts("choices")) {
            error = error.fields().isEmpty() ? choice.part("error") : error;
        }
        if (error.fields().isEmpty() && text == null && named) {
            error = event;
        }
        if (!error.fields().isEmpty() || text != null) {
            failure = failure(error, text);
        } else {
            exception(event);
        }
    }

    private static Failure failure(Part error, @Nullable String text) {
        String code = error.text("code");
        String type = error.text("type");
        int status = Math.max(error.number("code"), error.number("status_code"));
        String named = type == null || type.equals("error") ? error.text("status") : type;
        return ProviderErrors.classify(status, named, code, text != null ? text : error.text("message"));
    }

    /** Bedrock names the kind of an error in the field that holds it. */
    private void exception(Part event) {
        event.fields().forEach((field, value) -> {
            if (field.endsWith(KeptFields.EXCEPTION)) {
                failure = ProviderErrors.classify(
                        0, field, null, event.part(field).text("message"));
            }
        });
    }

    /** @param cut whether the answer broke off */
    UsageReading reading(boolean cut) {
        Findings findings = new Findings();
        notes.problems().forEach(findings::note);
        Usage sum = null;
        List<OtherModelUsage> others = new ArrayList<>();
        for (MessageCounts counts : messages.values()) {
            Usage usage = counts.usage(model, provider, findings);
            sum = sum == null || usage == null ? (sum == null ? usage : sum) : sum.plus(usage);
            others.addAll(counts.others(findings));
        }
        boolean refused = notes.isRefused() || findings.isRefused();
        if (sum != null && (cut || findings.isContradictory())) {
            sum = sum.asEstimated();
        }
        return new UsageReading(
                refused ? null : sum,
                model,
                finishReason,
                failure,
                !cut,
                refused ? List.of() : others,
                findings.problems());
    }
}
