package io.agentkit.sample;

import io.agentkit.AgentKit;
import io.agentkit.Run;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/**
 * Questions and answers over HTTP. The run around a call says who pays; all else happens in the chains.
 */
@RestController
@RequestMapping("/api/chat")
class ChatController {

    private final ChatClient client;
    private final AgentKit agentKit;
    private final AnswerEvents events;
    private final Duration answerWithin;

    /**
     * @param answerWithin after this time an answer is given up
     */
    ChatController(
            ChatClient client,
            AgentKit agentKit,
            AnswerEvents events,
            @Value("${sample.answer-within:60s}") Duration answerWithin) {
        this.client = client;
        this.agentKit = agentKit;
        this.events = events;
        this.answerWithin = answerWithin;
    }

    /** One answer. */
    @PostMapping
    ChatAnswer ask(@RequestBody ChatQuestion question) {
        String text = question.text();
        try (var run = agentKit.run(payer(question))) {
            ChatResponse response = client.prompt(text).call().chatResponse();
            return ChatAnswer.of(response, run);
        }
    }

    /** One answer in pieces. */
    @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<Object>> stream(
            @RequestParam String message, @RequestParam(required = false) @Nullable String tenant) {
        ChatQuestion question = new ChatQuestion(message, tenant);
        String text = question.text();
        var run = agentKit.run(payer(question));
        return events.of(run, run.wrap(client.prompt(text).stream().chatResponse()));
    }

    private Consumer<Run.Spec> payer(ChatQuestion question) {
        String tenant = question.payer();
        return run -> run.tenant(tenant).deadline(answerWithin);
    }
}
