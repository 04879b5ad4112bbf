package io.agentkit.resilience;

import io.agentkit.AgentKitException;
import io.agentkit.Call;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ErrorKind;
import io.agentkit.ErrorSummary;
import io.agentkit.Failure;
import io.agentkit.Next;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The models that one call asks, one after the other. Not thread-safe: it lives on the thread of the call. */
final class Fallbacks {

    private static final Logger log = LoggerFactory.getLogger(FallbackChat.class);

    private record Failed(Target target, Exception error, Failure failure) {}

    private final FallsBack fallsBack;
    private final Call<ChatRequest> call;
    private final Next<ChatRequest, ChatReply> next;
    private final List<Failed> failed = new ArrayList<>(2);
    private final List<String> notAsked = new ArrayList<>(0);

    /** The largest of the windows that are too small. */
    private @Nullable Target tooSmall;

    /** The first of those that only a catalogue rules out. */
    private @Nullable Target doubtful;

    Fallbacks(FallsBack fallsBack, Call<ChatRequest> call, Next<ChatRequest, ChatReply> next) {
        this.fallsBack = fallsBack;
        this.call = call;
        this.next = next;
    }

    /** Null when none could take the request or all that could have failed; {@link #failure()} says why. */
    @Nullable
    Answer ask(List<Target> targets) {
        for (Target target : targets) {
            Answer answer = canTake(target) ? ask(target) : null;
            if (answer != null) {
                return answer;
            }
        }
        Target last = tooSmall == null ? doubtful : tooSmall;
        if (!failed.isEmpty() || last == null) {
            return null;
        }
        // Our count of tokens is an estimate, and catalogues are not always right: when they rule all out, the provider
        // decides.
        notAsked.removeIf(each -> each.startsWith("'" + last.name() + "' "));
        return ask(last);
    }

    /** A reply and who gave it. */
    record Answer(ChatReply reply, Target target) {}

    private boolean canTake(Target target) {
        Abilities.Lack lack = target.abilities().lack(call);
        String why = lack == null ? null : lack.what();
        if (lack == null && !isLargeEnough(target)) {
            why = "has no larger window";
        } else if (lack == null && target.abilities().isTooSmall(call)) {
            why = "has too small a window";
            if (tooSmall == null || window(target) > window(tooSmall)) {
                tooSmall = target;
            }
        } else if (lack != null && !lack.certain() && doubtful == null) {
            doubtful = target;
        }
        if (why != null) {
            notAsked.add("'%s' %s".formatted(target.name(), why));
        }
        return why == null;
    }

    /** After a prompt that was too long only a window that is known to be larger helps. */
    private boolean isLargeEnough(Target target) {
        for (Failed before : failed) {
            if (before.failure().kind() == ErrorKind.CONTEXT_LENGTH && window(target) <= window(before.target())) {
                return false;
            }
        }
        return true;
    }

    private int window(Target target) {
        Integer window = target.abilities().contextWindow(call);
        return window == null ? 0 : window;
    }

    private @Nullable Answer ask(Target target) {
        if (!failed.isEmpty() && call.isListening()) {
            Failed before = failed.get(failed.size() - 1);
            call.emit(new FallbackTaken(
                    call.id(), call.chain(), before.target().name(), target.name(), before.failure()));
        }
        try {
            ChatReply reply = target.ask(target.aim(call), next);
            if (target.works()) {
                log.info("Model '{}' of a fallback can be used again", target.name());
            }
            return new Answer(reply, target);
        } catch (Exception error) {
            failed(target, error);
            return null;
        }
    }

    /** Throws where the failure is the call's. */
    private void failed(Target target, Exception error) {
        Cancellation.Reason cancelled = call.cancellation().reason();
        if (error instanceof CancelledException given) {
            throw Suppressed.into(given, errors());
        }
        if (cancelled != null) {
            failed.add(new Failed(target, error, Failure.of(ErrorKind.UNKNOWN)));
            throw Suppressed.into(new CancelledException(cancelled, null), errors());
        }
        Failure failure = FallsBack.failure(call, error);
        if (FallsBack.isOurs(failure) || !call.canReinvoke()) {
            throw asThrown(Suppressed.into(error, errors()));
        }
        boolean goesOn = fallsBack.test(error, failure);
        failed.add(new Failed(target, error, failure));
        if (!goesOn) {
            throw failure();
        }
        if (FallsBack.isUnusable(failure) && target.isUnusable()) {
            log.warn(
                    "Model '{}' of a fallback cannot be used until somebody looks after it: {}",
                    target.name(),
                    ErrorSummary.of(failure));
        }
    }

    private List<Exception> errors() {
        return failed.stream().map(Failed::error).toList();
    }

    /** What goes out: the only failure as it came, else one that tells of all. */
    RuntimeException failure() {
        if (failed.isEmpty()) {
            boolean window = tooSmall != null;
            return new AllModelsFailedException(
                    Failure.of(window ? ErrorKind.CONTEXT_LENGTH : ErrorKind.INVALID_REQUEST),
                    "No model of the fallback can take the request: " + String.join(", ", notAsked),
                    null,
                    List.of());
        }
        Failed first = failed.get(0);
        if (failed.size() == 1) {
            if (!notAsked.isEmpty()) {
                Suppressed.into(
                        first.error(),
                        List.of(new AgentKitException(
                                first.failure(),
                                "No other model of the fallback was asked: " + String.join(", ", notAsked),
                                null)));
            }
            return asThrown(first.error());
        }
        if (call.isListening()) {
            call.emit(new FallbackExhausted(call.id(), failed.size(), first.failure()));
        }
        return AllModelsFailedException.of(
                failed.stream()
                        .map(each -> new ModelFailure(each.target().name(), each.error(), each.failure()))
                        .toList(),
                notAsked);
    }

    /** Checked exceptions that a provider throws past the compiler go out as they are. */
    @SuppressWarnings("unchecked") // erased: whatever it is, it is thrown
    private static <E extends Exception> RuntimeException asThrown(Exception error) throws E {
        throw (E) error;
    }
}
