package io.agentkit.springai;

import io.agentkit.RunFrame;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** The stream of a governed model. Cold: each subscription is a call of its own, with its own run, requests and spend. */
final class ChatFlux implements CorePublisher<ChatResponse> {

    private final AgentkitChatModel model;

    private final Prompt prompt;

    private final @Nullable RunFrame assembly;

    ChatFlux(AgentkitChatModel model, Prompt prompt) {
        this.model = model;
        this.prompt = prompt;
        this.assembly = RunFrame.current();
    }

    @Override
    public void subscribe(Subscriber<? super ChatResponse> subscriber) {
        subscribe(Operators.toCoreSubscriber(subscriber));
    }

    @Override
    public void subscribe(CoreSubscriber<? super ChatResponse> subscriber) {
        if (ModelInProgress.isHere(subscriber.currentContext())) {
            model.unwrap().stream(prompt).subscribe(subscriber);
            return;
        }
        Surroundings surroundings = Surroundings.capture(subscriber.currentContext(), assembly);
        ChatSubscription subscription = new ChatSubscription(subscriber, model, prompt, surroundings);
        subscriber.onSubscribe(subscription);
        subscription.open();
    }
}
