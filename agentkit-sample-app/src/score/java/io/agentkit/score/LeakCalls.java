package io.agentkit.score;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.Run;
import io.agentkit.RunFrame;
import io.agentkit.StreamConsumer;
import io.agentkit.StreamMode;
import io.agentkit.WaitingActions;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls of a model or a tool, waiting or streaming, some of them given up, and what each leaves on its thread. Thread-safe. */
final class LeakCalls {

    private final LeakChains chains;

    private final Traces traces;

    private final ScheduledExecutorService givingUp;

    /** All calls end with it, if it ever is cancelled. */
    private final Cancellation application = Cancellation.create();

    private final Map<String, Integer> endings = new ConcurrentHashMap<>();

    private final Map<String, Integer> leftOnThreads = new ConcurrentHashMap<>();

    LeakCalls(LeakChains chains, Traces traces, ScheduledExecutorService givingUp) {
        this.chains = chains;
        this.traces = traces;
        this.givingUp = givingUp;
    }

    Map<String, Integer> endings() {
        return endings;
    }

    /** What was found on a thread or with a cancellation after a call; empty when it was as before. */
    Map<String, Integer> leftOnThreads() {
        return leftOnThreads;
    }

    int registrations() {
        return WaitingActions.of(application);
    }

    /** Without faults. */
    void ask() {
        chains.chat().call(request(new Random(0)));
        chains.tool().call(ToolRequest.of(new ToolFacts("look-up", ToolSafety.READ_ONLY), "{}"));
    }

    void make(Random random) {
        boolean isInterrupted = random.nextInt(100) == 0;
        Cancellation cancellation = application.child();
        ScheduledFuture<?> givenUp = random.nextInt(5) > 0
                ? null
                : givingUp.schedule(
                        () -> cancellation.cancel(Cancellation.Reason.CONSUMER),
                        random.nextInt(6_000),
                        TimeUnit.MICROSECONDS);
        traces.add(cancellation);
        traces.add(random);
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            call(random, cancellation);
            ended("answered");
        } catch (AgentKitException failed) {
            ended(failed.kind().name());
        } catch (RuntimeException | AssertionError failed) {
            ended("failed otherwise");
            leftIf(!isPlanned(failed), "failures of no known cause");
        }
        look(isInterrupted, cancellation);
        cancellation.detach();
        if (givenUp != null) {
            givenUp.cancel(false);
        }
    }

    /** What models, tools and consumers throw comes out as it went in. */
    private static boolean isPlanned(Throwable failure) {
        return failure instanceof CancellationException
                || LeakFaults.PLANNED.equals(failure.getMessage())
                || LeakFaults.INTERRUPTED.equals(failure.getMessage());
    }

    private void ended(String how) {
        endings.merge(how, 1, Integer::sum);
    }

    private void look(boolean wasInterrupted, Cancellation cancellation) {
        leftIf(Thread.interrupted() != wasInterrupted, "interrupts");
        leftIf(RunFrame.current() != null, "run frames");
        leftIf(chains.isObserving(), "current observations");
        leftIf(!cancellation.isCancelled() && WaitingActions.of(cancellation) > 0, "registrations of a call");
    }

    private void leftIf(boolean left, String what) {
        if (left) {
            leftOnThreads.merge(what, 1, Integer::sum);
        }
    }

    private void call(Random random, Cancellation cancellation) {
        CallSettings settings =
                CallSettings.DEFAULTS.withCancellation(cancellation).within(random);
        try (Run run = Run.open(chains.environment(), spec -> describe(spec, random))) {
            traces.add(run);
            int dice = random.nextInt(10);
            if (dice < 4) {
                chains.chat().call(request(random), settings);
            } else if (dice < 8) {
                StreamConsumer consumer = consumer(random, cancellation);
                traces.add(consumer);
                StreamMode mode = random.nextBoolean() ? StreamMode.COMMIT : StreamMode.RESTART;
                chains.chat().call(request(random), settings.streamingTo(consumer, mode));
            } else {
                toolCall(random, settings, run);
            }
        }
    }

    private static void describe(Run.Spec spec, Random random) {
        spec.user("u" + random.nextInt(100));
        if (random.nextInt(10) == 0) {
            spec.user("busy");
        }
        if (random.nextInt(10) == 0) {
            spec.id("run-" + random.nextInt(1_000));
        }
        if (random.nextInt(5) == 0) {
            spec.deadline(random.nextBoolean() ? Duration.ofNanos(random.nextInt(8_000_000)) : Duration.ofHours(1));
        }
    }

    private ChatRequest request(Random random) {
        ChatRequest request = ChatRequest.builder()
                .messages(List.of(Message.user("say hello")))
                .model("primary")
                .options(ChatOptions.DEFAULTS.withMaxOutputTokens(10 + random.nextInt(20)))
                .build();
        traces.add(request);
        return request;
    }

    private static StreamConsumer consumer(Random random, Cancellation cancellation) {
        @Nullable Integer leavesAfter = random.nextInt(8) == 0 ? random.nextInt(4) : null;
        boolean fails = random.nextBoolean();
        int[] seen = new int[1];
        return delta -> {
            if (leavesAfter != null && seen[0]++ == leavesAfter) {
                if (fails) {
                    throw new IllegalStateException(LeakFaults.PLANNED);
                }
                cancellation.cancel(Cancellation.Reason.CONSUMER);
            }
        };
    }

    /** Some tools are agents that ask a model themselves. */
    private void toolCall(Random random, CallSettings settings, Run run) {
        ToolFacts facts = random.nextBoolean()
                ? new ToolFacts("look-up", ToolSafety.READ_ONLY)
                : new ToolFacts("write", ToolSafety.SIDE_EFFECT);
        ToolRequest request = ToolRequest.of(facts, "{\"n\":" + random.nextInt(100) + "}");
        traces.add(request);
        chains.tool().call(request, settings);
        if (random.nextInt(3) == 0) {
            try (RunFrame inside = run.enterTool()) {
                traces.add(inside);
                chains.chat().call(request(random), settings);
            }
        }
    }
}
