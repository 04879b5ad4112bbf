package io.agentkit.score;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * What a caller saw of one call.
 *
 * @param text all text that was shown
 * @param over whether it ended in the time that a caller is patient for
 * @param failure what it failed with
 * @param model the model that the answer names
 * @param inputTokens the prompt's tokens that the answer reports
 * @param took from the call to its end
 */
record FailoverCall(
        String text,
        boolean over,
        @Nullable Throwable failure,
        @Nullable String model,
        int inputTokens,
        Duration took) {

    /** More than the longest bound of the scenarios, 100 s, and than the silence of 120 s. */
    private static final int PATIENCE_SECONDS = 130;

    private static final class Seen {

        private final StringBuilder text = new StringBuilder();
        private @Nullable String model;
        private int inputTokens;

        synchronized void add(ChatResponse part) {
            if (part.getResult() != null && part.getResult().getOutput().getText() != null) {
                text.append(part.getResult().getOutput().getText());
            }
            String named = part.getMetadata().getModel();
            if (named != null && !named.isEmpty()) {
                model = named;
            }
            if (part.getMetadata().getUsage() != null
                    && part.getMetadata().getUsage().getPromptTokens() != null) {
                inputTokens =
                        Math.max(inputTokens, part.getMetadata().getUsage().getPromptTokens());
            }
        }

        synchronized FailoverCall ended(boolean over, @Nullable Throwable failure, long start) {
            return new FailoverCall(
                    text.toString(), over, failure, model, inputTokens, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    static FailoverCall of(ChatModel model, boolean streaming, boolean prefill) throws InterruptedException {
        Message user = new UserMessage("Count to sixty.");
        Prompt prompt = prefill ? new Prompt(List.of(user, new AssistantMessage("Sure:"))) : new Prompt(user);
        Seen seen = new Seen();
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        long start = System.nanoTime();
        if (streaming) {
            model.stream(prompt).subscribe(seen::add, end::completeExceptionally, () -> end.complete(null));
        } else {
            Thread caller = new Thread(() -> call(model, prompt, seen, end), "failover-caller");
            caller.setDaemon(true);
            caller.start();
        }
        try {
            end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return seen.ended(true, null, start);
        } catch (ExecutionException failed) {
            return seen.ended(true, failed.getCause(), start);
        } catch (TimeoutException hangs) {
            return seen.ended(false, null, start);
        }
    }

    private static void call(ChatModel model, Prompt prompt, Seen seen, CompletableFuture<@Nullable Void> end) {
        try {
            seen.add(model.call(prompt));
            end.complete(null);
        } catch (RuntimeException | Error failure) {
            end.completeExceptionally(failure);
        }
    }

    boolean answered() {
        return over && failure == null && text.equals(FailoverProvider.TEXT);
    }

    /** What no fault excuses, or null. */
    @Nullable
    String wrong() {
        if (!over) {
            return "hangs";
        }
        if (failure == null && !answered()) {
            return FailoverProvider.TEXT.startsWith(text)
                    ? "truncated text is reported as success"
                    : "text is wrong or repeated";
        }
        return FailoverProvider.TEXT.startsWith(text) ? null : "text is wrong or repeated";
    }

    /** Whether the failure or one of its causes, not the suppressed ones, says this. */
    boolean says(String words) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (String.valueOf(at.getMessage()).contains(words)) {
                return true;
            }
        }
        return false;
    }
}
