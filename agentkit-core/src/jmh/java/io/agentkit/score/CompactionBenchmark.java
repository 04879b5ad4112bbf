package io.agentkit.score;

import io.agentkit.CallSettings;
import io.agentkit.Chain;
import io.agentkit.ChainEnvironment;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.chat.Usage;
import io.agentkit.compaction.CompactionSpec;
import io.agentkit.compaction.CompactionStrategy;
import io.agentkit.spec.Resources;
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

/** What {@code compaction} costs a call of a model, by the length of its conversation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class CompactionBenchmark {

    private final ChainEnvironment environment = ChainEnvironment.defaults();

    private final CallSettings inARun =
            CallSettings.DEFAULTS.withRun(Run.create(environment, run -> run.tenant("acme")));

    private final ChatRequest brief = talk(4, 400);

    private final ChatRequest fitting = talk(4, 2_000);

    private final ChatRequest tooLong = talk(60, 2_000);

    private final Handler<ChatRequest, ChatReply> bare = chain(null);

    private final Handler<ChatRequest, ChatReply> compacting =
            chain(CompactionSpec.defaults().withStrategy(CompactionStrategy.TRUNCATION));

    private Handler<ChatRequest, ChatReply> chain(@Nullable CompactionSpec spec) {
        var chain = Chain.chat("bench").environment(environment);
        if (spec != null) {
            chain.add("compaction", spec.chatMiddleware(Resources.of(environment)));
        }
        ChatReply reply = ChatReply.of("It is lost.", Usage.of(100, 20))
                .mutate()
                .model("m")
                .build();
        return chain.build().around(attempt -> reply);
    }

    /** Turns of four messages: a question, two calls at once, their results, an answer. */
    private static ChatRequest talk(int turns, int characters) {
        String text = "where is order 4711, and why does it say lost? ".repeat(characters / 47);
        List<Message> messages = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            String one = "a" + turn;
            String two = "b" + turn;
            messages.add(Message.user(text));
            messages.add(Message.assistant(
                    "",
                    List.of(new ToolCall(one, "find", "{\"id\":4711}"), new ToolCall(two, "find", "{\"id\":4712}"))));
            messages.add(Message.tool(new ToolOutput(one, "find", text), new ToolOutput(two, "find", text)));
            messages.add(Message.assistant(text));
        }
        messages.add(Message.user("and now?"));
        return ChatRequest.builder().messages(messages).build();
    }

    @Benchmark
    public Object bare() {
        return bare.call(brief, inARun);
    }

    /** 17 messages that fit even with a token for each character. */
    @Benchmark
    public Object brief() {
        return compacting.call(brief, inARun);
    }

    /** 17 messages that have to be counted, and were. */
    @Benchmark
    public Object fitting() {
        return compacting.call(fitting, inARun);
    }

    /** 241 messages, most of which are left out. */
    @Benchmark
    public Object tooLong() {
        return compacting.call(tooLong, inARun);
    }
}
