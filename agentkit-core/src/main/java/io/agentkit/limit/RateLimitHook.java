package io.agentkit.limit;

import io.agentkit.AgentKitException;
import io.agentkit.Attempt;
import io.agentkit.Call;
import io.agentkit.CallKind;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.Correction;
import io.agentkit.ErrorClass;
import io.agentkit.ErrorKind;
import io.agentkit.Failure;
import io.agentkit.Outcome;
import io.agentkit.ProviderLimits;
import io.agentkit.RequestHook;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.limit.Lane.Place;
import io.agentkit.limit.Lane.Taking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Has every physical request wait for its turn, and settles what it took. */
final class RateLimitHook implements RequestHook {

    /** A provider that asks for more is asked again after this: one wrong header must not stop an application. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    /** What a request has taken, beside one request. */
    private record Taken(Lane lane, long tokens) {}

    private final RateLimitSpec spec;
    private final RateLimiter limiter;
    private final long maxWait;

    RateLimitHook(RateLimitSpec spec, RateLimiter limiter) {
        this.spec = spec;
        this.limiter = limiter;
        this.maxWait = nanos(spec.maxWait());
    }

    /** Saturates: a bound of 300 years is none. */
    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void await(Attempt<?> attempt) {
        attempt.cancellation().throwIfCancelled();
        while (true) {
            Lane lane = limiter.lane(attempt);
            long tokens = tokens(attempt, lane);
            Taking taking = lane.take(tokens);
            if (taking == Taking.TAKEN || (taking == Taking.BUSY && waited(attempt, lane, tokens))) {
                attempt.attach(this, new Taken(lane, tokens));
                return;
            }
        }
    }

    /** What the request is expected to use. What is only assumed of its answer never makes it too large. */
    private long tokens(Attempt<?> attempt, Lane lane) {
        Long atOnce = limiter.spec().tokenBurst();
        if (atOnce == null || !(attempt.request() instanceof ChatRequest request)) {
            return 0;
        }
        long prompt = attempt.call().environment().tokens().tokens(request);
        Integer stated = request.maxOutputTokens();
        long least = prompt + (stated == null ? 0 : Math.max(0, stated));
        if (least > atOnce) {
            throw refused(attempt, lane, RateLimitReason.TOO_LARGE, null);
        }
        return stated == null ? Math.min(atOnce, prompt + spec.assumedOutput()) : least;
    }

    /** Whether it was served; not when the lane is retired. */
    private boolean waited(Attempt<?> attempt, Lane lane, long tokens) {
        Place place = lane.queue(tokens);
        if (place == null) {
            return false;
        }
        try {
            awaitTurn(attempt, lane, place);
            return true;
        } catch (CancelledException cancelled) {
            lane.leave(place);
            throw givenUp(attempt, cancelled);
        } catch (Throwable refusal) {
            lane.leave(place);
            throw refusal;
        }
    }

    private void awaitTurn(Attempt<?> attempt, Lane lane, Place place) {
        Call<?> call = attempt.call();
        long began = call.time().nanoTime();
        while (true) {
            Cancellation alarm = attempt.cancellation().child();
            try {
                long waited = call.time().nanoTime() - began;
                long left = lane.nanosLeft(place, alarm);
                if (left == 0) {
                    if (waited > 0 && call.isListening()) {
                        call.emit(new RateLimitWaited(
                                call.id(), attempt.number(), limiter.name(), lane.key(), Duration.ofNanos(waited)));
                    }
                    return;
                }
                refuseWhatWaitsTooLong(attempt, lane, left, waited);
                sleep(attempt, alarm, left);
            } finally {
                alarm.detach();
            }
        }
    }

    private void refuseWhatWaitsTooLong(Attempt<?> attempt, Lane lane, long left, long waited) {
        if (left > maxWait - waited) {
            throw refused(attempt, lane, RateLimitReason.MAX_WAIT, Duration.ofNanos(left));
        }
        Duration remaining = attempt.call().remaining();
        if (remaining != null && left >= remaining.toNanos()) {
            throw refused(attempt, lane, RateLimitReason.DEADLINE, Duration.ofNanos(left));
        }
    }

    private static void sleep(Attempt<?> attempt, Cancellation alarm, long nanos) {
        try {
            attempt.call().withCancellation(alarm).pause(Duration.ofNanos(nanos));
        } catch (CancelledException woken) {
            if (!alarm.isCancelled() || attempt.cancellation().isCancelled()) {
                throw woken;
            }
        }
    }

    /** A tool that was given up on has done nothing, which the model has to know; who is gone asks nothing. */
    private RuntimeException givenUp(Attempt<?> attempt, CancelledException cancelled) {
        boolean late =
                cancelled.reason() == Cancellation.Reason.TIMEOUT || cancelled.reason() == Cancellation.Reason.DEADLINE;
        if (!late || attempt.call().kind() != CallKind.TOOL) {
            return cancelled;
        }
        return new AgentKitException(
                ErrorKind.NOT_CALLED,
                "The tool was not called: it still waited at rate limit '%s'".formatted(limiter.name()),
                cancelled);
    }

    private RateLimitedException refused(
            Attempt<?> attempt, Lane lane, RateLimitReason reason, @Nullable Duration wait) {
        Call<?> call = attempt.call();
        if (call.isListening()) {
            call.emit(new RateLimitRefused(call.id(), attempt.number(), limiter.name(), lane.key(), reason, wait));
        }
        boolean tool = call.kind() == CallKind.TOOL;
        ErrorKind kind = tool ? ErrorKind.NOT_CALLED : ErrorKind.RATE_LIMITED;
        ErrorClass errorClass = tool || wait == null ? ErrorClass.PERMANENT : ErrorClass.TRANSIENT;
        String why = switch (reason) {
            case MAX_WAIT -> "its turn comes later than it may wait";
            case DEADLINE -> "its turn comes after the deadline";
            case TOO_LARGE ->
                "it needs more tokens than 'token-burst' (%d)"
                        .formatted(limiter.spec().tokenBurst());
        };
        return new RateLimitedException(
                new Failure(kind, errorClass, wait, 0, null, null),
                "%s rate limit '%s': %s"
                        .formatted(
                                tool ? "The tool was not called because of" : "The request was refused by",
                                limiter.name(),
                                why),
                limiter.name(),
                lane.key(),
                reason,
                wait);
    }

    @Override
    public void after(Attempt<?> attempt, Outcome outcome) {
        if (!(attempt.attached(this) instanceof Taken taken)) {
            return;
        }
        if (outcome.status() == Outcome.Status.NOT_SENT) {
            taken.lane().giveBack(taken.tokens());
            return;
        }
        Usage usage = outcome.usage();
        taken.lane().settle(taken.tokens(), usage == null ? 0 : usage.total());
        if (spec.followProvider()) {
            follow(attempt, taken.lane(), outcome);
        }
    }

    private void follow(Attempt<?> attempt, Lane lane, Outcome outcome) {
        ProviderLimits limits = outcome.limits();
        if (limits != null) {
            lane.lower(limits.requestsLeft(), limits.tokensLeft());
        }
        Duration wait = limits == null ? null : limits.usedUpFor();
        Throwable error = outcome.error();
        if (outcome.status() == Outcome.Status.FAILED && error != null) {
            Failure failure = attempt.call().environment().errors().classify(error);
            boolean limited = failure.kind() == ErrorKind.RATE_LIMITED || failure.kind() == ErrorKind.OVERLOADED;
            wait = limited && failure.retryAfter() != null ? failure.retryAfter() : wait;
        }
        if (wait != null && !wait.isNegative() && !wait.isZero()) {
            pause(attempt, lane, wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait);
        }
    }

    private void pause(Attempt<?> attempt, Lane lane, Duration pause) {
        lane.pause(pause);
        Call<?> call = attempt.call();
        if (call.isListening()) {
            call.emit(new RateLimitLowered(call.id(), attempt.number(), limiter.name(), lane.key(), pause));
        }
    }

    @Override
    public void late(Attempt<?> attempt, Correction correction) {
        if (attempt.attached(this) instanceof Taken taken) {
            long booked = correction.counted() ? correction.booked().total() : 0;
            taken.lane().settle(booked, correction.actual().total());
        }
    }
}
