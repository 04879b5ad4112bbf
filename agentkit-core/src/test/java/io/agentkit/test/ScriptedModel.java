package io.agentkit.test;

import io.agentkit.Attempt;
import io.agentkit.Endpoint;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A model that plays a script: replies, streams and failures in order, then fails the test. It counts and keeps the requests it gets.
 * Thread-safe.
 */
public final class ScriptedModel implements Endpoint<ChatRequest, ChatReply> {

    private final Deque<Function<Attempt<ChatRequest>, ChatReply>> script = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();
    private @Nullable Function<Attempt<ChatRequest>, ChatReply> always;

    /** Answers with the text and the usage of {@link #usage()}. */
    public ScriptedModel reply(String text) {
        return reply(ChatReply.of(text, usage()));
    }

    /** Answers with the reply; when asked to stream, in one piece. */
    public ScriptedModel reply(ChatReply reply) {
        return run(attempt -> {
            if (!attempt.isStreaming()) {
                return reply;
            }
            attempt.delta(Delta.of(reply));
            return attempt.assembled().build();
        });
    }

    /** Streams the pieces, then a finish and the usage of {@link #usage()}. */
    public ScriptedModel stream(String... pieces) {
        return run(attempt -> {
            if (!attempt.isStreaming()) {
                return ChatReply.of(String.join("", pieces), usage());
            }
            push(attempt, pieces);
            attempt.delta(Delta.finish(FinishReason.STOP));
            attempt.delta(Delta.usage(usage()));
            return attempt.assembled().build();
        });
    }

    /** Streams the pieces and then fails. */
    public ScriptedModel streamThenFail(RuntimeException failure, String... pieces) {
        return run(attempt -> {
            if (attempt.isStreaming()) {
                push(attempt, pieces);
            }
            throw failure;
        });
    }

    public ScriptedModel fail(RuntimeException failure) {
        return run(attempt -> {
            throw failure;
        });
    }

    /** Does what the function says. */
    public synchronized ScriptedModel run(Function<Attempt<ChatRequest>, ChatReply> step) {
        script.add(step);
        return this;
    }

    /** Does what the function says, any number of times, once the script before it is over. */
    public synchronized ScriptedModel always(Function<Attempt<ChatRequest>, ChatReply> step) {
        always = step;
        return this;
    }

    /** 100 tokens in, 20 out. */
    public static Usage usage() {
        return Usage.of(100, 20);
    }

    private static void push(Attempt<ChatRequest> attempt, String... pieces) {
        for (String piece : pieces) {
            attempt.delta(Delta.text(piece));
        }
    }

    @Override
    public ChatReply send(Attempt<ChatRequest> attempt) {
        Function<Attempt<ChatRequest>, ChatReply> step;
        synchronized (this) {
            requests.add(attempt.request());
            step = script.isEmpty() ? always : script.poll();
        }
        if (step == null) {
            throw new AssertionError("The script has no answer for request " + attempt.number());
        }
        return step.apply(attempt);
    }

    /** The requests so far, in order. */
    public synchronized List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    /** How many requests it got. */
    public synchronized int calls() {
        return requests.size();
    }
}
