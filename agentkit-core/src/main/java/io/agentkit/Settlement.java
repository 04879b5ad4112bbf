package io.agentkit;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.ReplyAssembler;
import io.agentkit.chat.Request;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.money.Pricing;
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
            attempt.call().turn().ensureLive(caller);
            attempt.cancellation().throwIfCancelled();
        } catch (Throwable refusal) {
            Outcome outcome = Outcome.notSent(refusal);
            for (int i = 0; i < awaited; i++) {
                if (i != refusing) {
                    after(hooks[i], attempt, outcome);
                }
            }
            notSent(attempt, refusal);
            throw refusal;
        }
        for (RequestHook hook : hooks) {
            sending(hook, attempt);
        }
    }

    private static void notSent(Attempt<?> attempt, Throwable refusal) {
        Turn turn = attempt.call().turn();
        if (turn.isListening()) {
            turn.emit(new RequestEnded(
                    turn.id(),
                    turn.chain.name(),
                    turn.chain.kind(),
                    attempt.number(),
                    Terminal.target(attempt.request()),
                    Outcome.Status.NOT_SENT,
                    null,
                    null,
                    classify(turn.environment, refusal)));
        }
    }

    /** A hook that only watches must not keep a request from being sent. */
    private static void sending(RequestHook hook, Attempt<?> attempt) {
        try {
            hook.sending(attempt);
        } catch (Throwable failure) {
            log.warn("A request hook failed when request {} of a call was sent", attempt.number(), failure);
        }
    }

    static void succeeded(Attempt<?> attempt, Object reply) {
        Usage usage = reply instanceof ChatReply chat ? chat.usage() : null;
        String model = reply instanceof ChatReply chat && chat.model() != null
                ? chat.model()
                : Terminal.target(attempt.request());
        settle(attempt, Outcome.Status.SUCCEEDED, usage, model, reply, null);
    }

    /**
     * @param error what goes out
     * @param thrown what the endpoint threw
     */
    static void failed(Attempt<?> attempt, Throwable error, Throwable thrown) {
        boolean cancelled = error instanceof CancelledException;
        Outcome.Status status = cancelled ? Outcome.Status.CANCELLED : Outcome.Status.FAILED;
        Usage usage = null;
        try {
            usage = failedUsage(attempt, thrown, cancelled);
        } catch (RuntimeException failure) {
            log.warn("Tokens of a failed request could not be estimated; it counts as none", failure);
        }
        settle(attempt, status, usage, Terminal.target(attempt.request()), null, error);
    }

    /**
     * What a failed request is charged with: what the provider said, else what arrived, reckoned. With nothing received only a request
     * that was cancelled or timed out is charged, with its prompt: the provider was working on it.
     */
    private static @Nullable Usage failedUsage(Attempt<?> attempt, Throwable error, boolean cancelled) {
        if (!(attempt.request() instanceof ChatRequest request)) {
            return null;
        }
        Usage named = error instanceof AgentKitException ours ? ours.usage() : null;
        Usage said = named != null ? named : attempt.receivedUsage();
        if (said != null) {
            return said.isNegative() ? null : said;
        }
        ChainEnvironment environment = attempt.call().environment();
        boolean waited = cancelled || isWaitedFor(classify(environment, error));
        ReplyAssembler received = attempt.received();
        if (received == null && !waited) {
            return null;
        }
        long output = received == null
                ? 0
                : environment.tokens().tokens(received.reply().build().message());
        return Usage.estimated(environment.tokens().tokens(request), output);
    }

    /** A provider that answered with an error, also that it was too slow, bills nothing. */
    private static boolean isWaitedFor(Failure failure) {
        return failure.kind() == ErrorKind.TIMEOUT && failure.status() == 0;
    }

    private static void settle(
            Attempt<?> attempt,
            Outcome.Status status,
            @Nullable Usage usage,
            @Nullable String model,
            @Nullable Object reply,
            @Nullable Throwable error) {
        // Hooks write to stores, which an interrupt that is meant for the request would break off.
        boolean interrupted = Thread.interrupted();
        try {
            book(attempt, status, usage, model, reply, error);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void book(
            Attempt<?> attempt,
            Outcome.Status status,
            @Nullable Usage usage,
            @Nullable String model,
            @Nullable Object reply,
            @Nullable Throwable error) {
        Call<?> call = attempt.call();
        Turn turn = call.turn();
        Money usd = usage == null ? null : price(attempt, model, usage);
        if (usage != null) {
            boolean exact = usd != null && !usage.estimated();
            turn.run.add(new RunSpend(1, usage, usd == null ? Money.ZERO : usd, exact));
        }
        if (call.hooks().length > 0 || error != null || turn.isListening()) {
            Outcome outcome = new Outcome(status, usage, usd, model, reply, error);
            for (RequestHook hook : call.hooks()) {
                after(hook, attempt, outcome);
            }
            attempt.settled(outcome);
        }
        if (turn.isListening()) {
            Failure failure = error == null ? null : classify(turn.environment, error);
            turn.emit(new RequestEnded(
                    turn.id(), turn.chain.name(), call.kind(), attempt.number(), model, status, usage, usd, failure));
        }
    }

    /** By the model that served it, else, when that has no price, by the one that was asked for. */
    private static @Nullable Money price(Attempt<?> attempt, @Nullable String served, Usage usage) {
        Pricing pricing = attempt.call().environment().pricing();
        try {
            Money usd = pricing.price(served, usage);
            String asked = Terminal.target(attempt.request());
            return usd != null || asked == null || asked.equals(served) ? usd : pricing.price(asked, usage);
        } catch (RuntimeException failure) {
            log.warn("The price of a request could not be told; it counts as unpriced", failure);
            return null;
        }
    }

    static Failure classify(ChainEnvironment environment, Throwable error) {
        try {
            return environment.errors().classify(error);
        } catch (RuntimeException failure) {
            log.warn("An error classifier failed; the error counts as unknown", failure);
            return Failure.of(ErrorKind.UNKNOWN);
        }
    }

    static void late(Attempt<?> attempt, Outcome booked, Usage actual) {
        Money usd = price(attempt, booked.model(), actual);
        Usage before = booked.usage() == null ? Usage.NONE : booked.usage();
        Correction correction = new Correction(booked.model(), before, booked.usd(), actual, usd);
        Money added = (usd == null ? Money.ZERO : usd).minus(booked.usd() == null ? Money.ZERO : booked.usd());
        attempt.call()
                .run()
                .add(new RunSpend(booked.usage() == null ? 1 : 0, actual.minus(before), added, usd != null));
        for (RequestHook hook : attempt.call().hooks()) {
            try {
                hook.late(attempt, correction);
            } catch (Throwable failure) {
                log.warn("A request hook failed to book late usage", failure);
            }
        }
        Turn turn = attempt.call().turn();
        if (turn.isListening()) {
            turn.emit(new UsageCorrected(turn.id(), turn.chain.name(), attempt.number(), booked.model(), correction));
        }
    }

    /** A hook that fails after a request must not hide how the request ended. */
    private static void after(RequestHook hook, Attempt<? extends Request> attempt, Outcome outcome) {
        try {
            hook.after(attempt, outcome);
        } catch (Throwable failure) {
            log.warn("A request hook failed after request {} of a call", attempt.number(), failure);
        }
    }
}
