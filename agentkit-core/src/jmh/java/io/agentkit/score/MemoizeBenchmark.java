package io.agentkit.score;

import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.cache.ChatMemoizeSpec;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.RequestDigest;
import io.agentkit.spec.Resources;
import io.agentkit.text.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What {@code memoize} costs a chat call that it answers, with 20 messages (4.5 KB), and what its key costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class MemoizeBenchmark {

    private static final int MESSAGES = 20;

    private static final String TEXT = "some words of a talk ".repeat(10);

    private final ChainEnvironment environment = ChainEnvironment.defaults();

    private final ChatRequest request = request();

    private final Handler<ChatRequest, ChatReply> bare = chain(null);

    private final Handler<ChatRequest, ChatReply> memoized = chain(ChatMemoizeSpec.defaults());

    private final Fingerprint fingerprint = new Fingerprint();

    private final RequestDigest digest = new RequestDigest(fingerprint);

    private Handler<ChatRequest, ChatReply> chain(@Nullable ChatMemoizeSpec spec) {
        var chain = Chain.chat("bench").environment(environment);
        if (spec != null) {
            chain.add("memoize", spec.chatMiddleware(Resources.of(environment)));
        }
        ChatReply answer = ChatReply.of("answer");
        return chain.build().around(attempt -> answer);
    }

    private static ChatRequest request() {
        List<Message> messages = new ArrayList<>(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            messages.add(i % 2 == 0 ? Message.user(TEXT + i) : Message.assistant(TEXT + i));
        }
        return ChatRequest.builder().messages(messages).model("model").build();
    }

    /** The chain and the model, which takes no time. */
    @Benchmark
    public Object bare() {
        return bare.call(request);
    }

    /** The chain and the cache: what messages come to is kept. */
    @Benchmark
    public Object hit() {
        return memoized.call(request);
    }

    @Benchmark
    public Object keyOfKeptMessages() {
        return key(request);
    }

    /** Making the messages included. */
    @Benchmark
    public Object keyFromScratch() {
        return key(request());
    }

    /** To be taken off. */
    @Benchmark
    public Object requestAlone() {
        return request();
    }

    private String key(ChatRequest asked) {
        fingerprint.clear();
        digest.addSettings(asked);
        digest.addMessages(asked, asked.messages());
        return fingerprint.after("memoize:1:chat:");
    }
}
