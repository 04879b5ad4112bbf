package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
import io.agentkit.tool.ToolRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bookkeeping around one physical request: runs the hooks, and books what was used on the run, which nothing can bypass. */
final class Settlement {

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);

    private Settlement() {}

    /** All hooks wait, then all reserve. When this throws, nothing is sent and every hook that had begun was told. */
    static void open(Attempt<?> attempt, String caller) {
        RequestHook[] hooks = attempt.call().hooks();
        if (hooks.length == 0) {
            // Nothing was waited for: the call is as live as when it came.
            return;
        }
        int awaited = 0;
        int refusing = -1;
        try {
            for (; awaited < hooks.length; awaited++) {
                hooks[awaited].await(attempt);
            }
            for (int i = 0; i < hooks.length; i++) {
                refusing = i;
                hooks[i].reserve(attempt);
            }
            refusing = -1;
            ensureLive(attempt, caller);
            if (attempt.request() instanceof ToolRequest) {
                commit(attempt, hooks);
                ensureLive(attempt, caller);
            }
        } catch (Throwable refusal) {
            attempt.refused(refusal);
            release(attempt, hooks, awaited, refusing);
            notSent(attempt, refusal);
            throw refusal;
        }
        for (RequestHook hook : hooks) {
            sending(hook, attempt);
        }
    }

    private static void ensureLive(Attempt<?> attempt, String caller) {
        attempt.call().turn().ensureLive(caller);
        attempt.cancellation().throwIfCancelled();
    }

    private static void commit(Attempt<?> attempt, RequestHook[] hooks) {
        // Stores are written, which an interrupt that is meant for the tool would break off.
        boolean interrupted = Thread.interrupted();
        try {
            for (RequestHook hook : hooks) {
                hook.commit(attempt);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void release(Attempt<?> attempt, RequestHook[] hooks, int awaited, int refusing) {
        boolean interrupted = Thread.interrupted();
        for (int i = 0; i < awaited; i++) {
            if (i != refusing) {
                after(hooks[i], attempt);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void notSent(Attempt<?> attempt, Throwable refusal) {
        if (attempt.call().isListening()) {
            attempt.call()
                    .turn()
                    .handler
                    .events()
                    .requestEnded(attempt, classify(attempt.call().environment(), refusal));
        }
    }

    /** A hook that only watches must not keep a request from being sent. */
    private static void sending(RequestHook hook, Attempt<?> attempt) {
        try {
            hook.sending(attempt);
        } catch (Throwable failure) {
            log.warn(
                    "A request hook failed when request {} of a call was sent",
                    attempt.number(),
                    ErrorTrace.of(failure));
        }
    }

    static void succeeded(Attempt<?> attempt, Object reply) {
        settle(attempt, reply instanceof ChatReply chat ? chat.usage() : null, reply, null);
    }

    /**
     * @param counted what the reply says that it used; null when there is none
     * @param error what goes out
     * @param thrown what the endpoint threw
     */
    static void failed(Attempt<?> attempt, @Nullable Usage counted, Throwable error, Throwable thrown) {
        Usage usage = null;
        try {
            usage = failedUsage(attempt, counted, thrown, error instanceof CancelledException);
        } catch (Throwable failure) {
            // Whatever it is: the hooks have to give back what they hold.
            log.warn("Tokens of a failed request could not be estimated; it counts as none", ErrorTrace.of(failure));
        }
        settle(attempt, usage, error, error);
    }

    /**
     * What a failed request is charged with: what the provider said, else what arrived, reckoned. With nothing received only a request
     * that was cancelled or timed out is charged, with its prompt: the provider was working on it.
     */
    private static @Nullable Usage failedUsage(
            Attempt<?> attempt, @Nullable Usage counted, Throwable error, boolean cancelled) {
        if (!(attempt.request() instanceof ChatRequest request)) {
            return null;
        }
        Usage named = error instanceof AgentKitException ours ? ours.usage() : null;
        Usage told = named != null ? named : counted;
        Usage said = told != null ? told : attempt.receivedUsage();
        if (said != null) {
            return said.isNegative() ? null : Terminal.served(request, said);
        }
        ChainEnvironment environment = attempt.call().environment();
        boolean waited = cancelled || isWaitedFor(classify(environment, error));
        ReplyAssembler received = attempt.received();
        if (received == null && !waited) {
            return null;
        }
        TokenEstimator tokens = environment.tokens().forBilling(request.model());
        long output =
                received == null ? 0 : tokens.tokens(received.reply().build().message());
        return Terminal.served(request, Usage.estimated(tokens.tokens(request), output));
    }

    /** A provider that answered with an error, also that it was too slow, bills nothing. */
    private static boolean isWaitedFor(Failure failure) {
        return failure.kind() == ErrorKind.TIMEOUT && failure.status() == 0;
    }

    private static void settle(Attempt<?> attempt, @Nullable Usage usage, Object result, @Nullable Throwable error) {
        // Hooks write to stores, which an interrupt that is meant for the request would break off.
        boolean interrupted = Thread.interrupted();
        try {
            book(attempt, usage, result, error);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void book(Attempt<?> attempt, @Nullable Usage usage, Object result, @Nullable Throwable error) {
        Call<?> call = attempt.call();
        attempt.ended(result);
        if (usage != null) {
            Pricing.Quote quote = quote(attempt, attempt.model(), usage);
            Usage counted = quote.counted(usage);
            attempt.counted(counted, quote.usd());
            call.turn().spent(attempt.number(), counted, quote.usd());
        }
        RequestHook[] hooks = call.hooks();
        for (RequestHook hook : hooks) {
            after(hook, attempt);
        }
        if (usage == null) {
            attempt.outlived(call.turn().isEnded());
        } else if (hooks.length > 0 && call.turn().count(attempt, true) != null) {
            used(attempt);
        }
        attempt.booked();
        if (call.isListening()) {
            attempt.call()
                    .turn()
                    .handler
                    .events()
                    .requestEnded(attempt, error == null ? null : classify(call.environment(), error));
        }
    }

    /** By the model that served it, else, when that has no price, by the one that was asked for. */
    private static Pricing.Quote quote(Attempt<?> attempt, @Nullable String served, Usage usage) {
        Pricing pricing = attempt.call().environment().pricing();
        try {
            Pricing.Quote quote = pricing.quote(attempt.provider(), served, usage);
            String asked = Terminal.target(attempt.request());
            return quote.usd() != null || asked == null || asked.equals(served)
                    ? quote
                    : pricing.quote(attempt.provider(), asked, usage);
        } catch (RuntimeException failure) {
            log.warn("The price of a request could not be told; it counts as unpriced", ErrorTrace.of(failure));
            return Pricing.Quote.NONE;
        }
    }

    static Failure classify(ChainEnvironment environment, Throwable error) {
        try {
            return environment.errors().classify(error);
        } catch (RuntimeException failure) {
            log.warn("An error classifier failed; the error counts as unknown", ErrorTrace.of(failure));
            return Failure.of(ErrorKind.UNKNOWN);
        }
    }

    /** Tells the hooks what a request was good for. */
    static void used(Attempt<?> attempt) {
        Use use = Objects.requireNonNull(attempt.use(), "used before it is known for what");
        for (RequestHook hook : attempt.call().hooks()) {
            try {
                hook.used(attempt, attempt, use);
            } catch (Throwable failure) {
                log.warn("A request hook failed when the use of a request was known", ErrorTrace.of(failure));
            }
        }
    }

    /** Tells the chain's hooks of an answer that no request gave. */
    static void answeredElsewhere(Call<?> call, Object answer) {
        for (RequestHook hook : call.hooks()) {
            try {
                hook.answeredElsewhere(call, answer);
            } catch (Throwable failure) {
                log.warn("A request hook failed when a call was answered without a request", ErrorTrace.of(failure));
            }
        }
    }

    static void late(Attempt<?> attempt, Usage arrived) {
        Call<?> call = attempt.call();
        Usage booked = attempt.usage();
        Money bookedUsd = attempt.usd();
        String model = attempt.model();
        Pricing.Quote quote = quote(attempt, model, arrived);
        Money usd = quote.usd();
        Usage actual = quote.counted(arrived);
        // The run has what was booked before that is replaced.
        Run run = call.run();
        Use use = call.turn().correct(attempt, actual, usd);
        Correction correction = new Correction(
                model, booked != null, booked == null ? Usage.NONE : booked, bookedUsd, actual, usd, use);
        run.correct(correction);
        for (RequestHook hook : call.hooks()) {
            try {
                hook.late(attempt, correction);
            } catch (Throwable failure) {
                log.warn("A request hook failed to book late usage", ErrorTrace.of(failure));
            }
        }
        if (booked == null && use == null && call.turn().count(attempt, attempt.hasOutlived()) != null) {
            used(attempt);
        }
        if (call.isListening()) {
            call.emit(new UsageCorrected(call.id(), call.chain(), attempt.number(), model, correction));
        }
    }

    /** A hook that fails after a request must not hide how the request ended. */
    private static void after(RequestHook hook, Attempt<?> attempt) {
        try {
            hook.after(attempt, attempt);
        } catch (Throwable failure) {
            log.warn("A request hook failed after request {} of a call", attempt.number(), ErrorTrace.of(failure));
        }
    }
}
