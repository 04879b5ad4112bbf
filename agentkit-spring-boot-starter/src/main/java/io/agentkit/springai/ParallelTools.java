package io.agentkit.springai;

import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.RunFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallLimitExceededException;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import reactor.util.context.ContextView;

/**
 * Makes the tool calls of one reply side by side. Each is one call of the framework's manager, whose settings and observations hold, and
 * results stand in the order of the calls, whatever ends first. A failure that ends the turn cancels the others and keeps what was not
 * begun from beginning. Thread-safe.
 */
final class ParallelTools {

    private final ChainThreads threads;

    private final int limit;

    /** @param limit calls of one reply at a time; 1 for one after the other */
    ParallelTools(ChainThreads threads, int limit) {
        this.threads = threads;
        this.limit = limit;
    }

    /** Managers of the application's own get the whole reply, as they expect. */
    ToolExecutionResult execute(ToolCallingManager manager, Prompt prompt, ChatResponse response) {
        AssistantMessage asking = limit > 1 && manager instanceof DefaultToolCallingManager ? asking(response) : null;
        if (asking == null || asking.getToolCalls().size() < 2) {
            return manager.executeToolCalls(prompt, response);
        }
        return new Batch(manager, new ToolBatch(prompt, asking)).execute();
    }

    private static @Nullable AssistantMessage asking(ChatResponse response) {
        return response.getResults().stream()
                .map(generation -> generation.getOutput())
                .filter(AssistantMessage::hasToolCalls)
                .findFirst()
                .orElse(null);
    }

    /** The calls of one reply. */
    private final class Batch {

        private final ToolCallingManager manager;
        private final ToolBatch calls;
        private final Cancellation cancellation = Cancellation.create();
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch open;
        private final @Nullable ToolExecutionResult[] results;
        private final @Nullable Throwable[] failures;

        Batch(ToolCallingManager manager, ToolBatch calls) {
            this.manager = manager;
            this.calls = calls;
            open = new CountDownLatch(calls.size());
            results = new ToolExecutionResult[calls.size()];
            failures = new Throwable[calls.size()];
        }

        ToolExecutionResult execute() {
            ContextView reactor = ToolCallReactiveContextHolder.getContext();
            Surroundings surroundings = Surroundings.capture(reactor, RunFrame.current());
            int started = 0;
            for (int i = 0; i < Math.min(limit, calls.size()); i++) {
                started += start(surroundings, reactor) ? 1 : 0;
            }
            if (started == 0) {
                work();
            }
            boolean interrupted = await();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable failure = failure();
            if (failure instanceof ToolCallLimitExceededException exceeded) {
                throw new ToolCallLimitExceededException(exceeded.getToolName(), exceeded.getLimit(), together());
            }
            if (failure != null) {
                throw Sneaky.thrown(failure);
            }
            if (interrupted) {
                throw new CancelledException(Cancellation.Reason.INTERRUPTED, null);
            }
            return together();
        }

        private ToolExecutionResult together() {
            List<ToolExecutionResult> all = new ArrayList<>();
            for (ToolExecutionResult result : results) {
                if (result != null) {
                    all.add(result);
                }
            }
            return calls.together(all);
        }

        private boolean start(Surroundings surroundings, ContextView reactor) {
            return threads.start(
                    () -> {
                        surroundings.call(() -> {
                            ToolCallReactiveContextHolder.setContext(reactor);
                            try {
                                work();
                            } finally {
                                ToolCallReactiveContextHolder.clearContext();
                            }
                            return true;
                        });
                        return () -> {};
                    },
                    true);
        }

        private void work() {
            for (int i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
                try {
                    if (!cancellation.isCancelled()) {
                        results[i] = manager.executeToolCalls(calls.prompt(i, cancellation), calls.response(i));
                    }
                } catch (ToolCallLimitExceededException exceeded) {
                    // It would not have kept those before it from being made.
                    failures[i] = exceeded;
                    results[i] = exceeded.getPartialToolExecutionResult();
                } catch (Throwable ending) {
                    failures[i] = ending;
                    cancellation.cancel(Cancellation.Reason.SIBLING);
                } finally {
                    open.countDown();
                }
            }
        }

        /** Whoever waits for the reply may go away, and then nobody waits for the tools: they end before this does. */
        private boolean await() {
            boolean interrupted = false;
            while (true) {
                try {
                    open.await();
                    return interrupted;
                } catch (InterruptedException away) {
                    interrupted = true;
                    cancellation.cancel(Cancellation.Reason.INTERRUPTED);
                }
            }
        }

        /** The first in the order of the calls that was not ended by another one's; null when all went well. */
        private @Nullable Throwable failure() {
            Throwable ended = null;
            for (Throwable failure : failures) {
                if (failure instanceof CancelledException cancelled
                        && cancelled.reason() == Cancellation.Reason.SIBLING) {
                    ended = failure;
                } else if (failure != null) {
                    return failure;
                }
            }
            return ended;
        }
    }
}
