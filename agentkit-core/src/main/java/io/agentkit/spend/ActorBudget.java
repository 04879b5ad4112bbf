package io.agentkit.spend;

import io.agentkit.ChatMiddleware;
import io.agentkit.money.Money;
import io.agentkit.store.BudgetAmounts;
import io.agentkit.store.BudgetLimits;
import io.agentkit.time.Time;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one actor may use: money, tokens, steps (requests) and time, which plain code hands out and divides among the actors it starts. What
 * has a place in an application for longer, such as a tenant, has a budget in the configuration instead. Thread-safe.
 *
 * <p>Time counts from the making of the budget, by itself. What is charged beyond a limit is counted; nothing passes then.
 */
public final class ActorBudget {

    /** The budget's name and scope in exceptions. */
    static final String NAME = "actor";

    private static final int SHARE_DIGITS = 9;

    /** What {@link Money} holds exactly. */
    private static final int MONEY_DIGITS = 18;

    private final Time time;
    private final long started;
    private BudgetLimits limits;
    private @Nullable Duration limit;
    private BudgetAmounts used = BudgetAmounts.NONE;
    private BudgetAmounts reserved = BudgetAmounts.NONE;
    private @Nullable ChatMiddleware middleware;

    /**
     * @param limits money, tokens and steps ({@code calls}); none of those that are null
     * @param wall time from now on, zero or more; null for any
     */
    public ActorBudget(BudgetLimits limits, @Nullable Duration wall, Time time) {
        this.limits = Objects.requireNonNull(limits, "'limits' must not be null");
        this.limit = wall;
        this.time = Objects.requireNonNull(time, "'time' must not be null");
        this.started = time.nanoTime();
        if (wall != null && wall.isNegative()) {
            throw new IllegalArgumentException("'wall' must not be negative (was %s)".formatted(wall));
        }
    }

    /** As they are now. */
    public synchronized BudgetLimits limits() {
        return limits;
    }

    /** Charged so far. */
    public synchronized BudgetAmounts used() {
        return used;
    }

    /** Held by reservations. */
    public synchronized BudgetAmounts reserved() {
        return reserved;
    }

    /** What neither was used nor is reserved: never below 0, null where there is no limit. */
    public synchronized BudgetLimits remaining() {
        return limits.remaining(used, reserved);
    }

    /** Time left, never below 0; null for any. */
    public synchronized @Nullable Duration remainingTime() {
        Duration wall = limit;
        if (wall == null) {
            return null;
        }
        Duration left = wall.minusNanos(time.nanoTime() - started);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether nothing is left of something. */
    public synchronized boolean isExhausted() {
        return lacking(BudgetAmounts.NONE) != null;
    }

    /** Counts what was used without having been reserved, also beyond a limit. */
    public synchronized void charge(BudgetAmounts amounts) {
        used = plus(used, amounts);
    }

    /**
     * Lowers limits. None is raised, and none is set below what was used and is reserved.
     *
     * @param lower null where a limit is to stay
     * @param wall from the making of the budget; null when it is to stay
     */
    public synchronized void tighten(BudgetLimits lower, @Nullable Duration wall) {
        BudgetAmounts taken = plus(used, reserved);
        limits = new BudgetLimits(
                lower(limits.usd(), lower.usd(), taken.usd()),
                lower(limits.tokens(), lower.tokens(), taken.tokens()),
                lower(limits.calls(), lower.calls(), taken.calls()));
        if (wall != null && (limit == null || wall.compareTo(limit) < 0)) {
            limit = wall.isNegative() ? Duration.ZERO : wall;
        }
    }

    private static <T extends Comparable<T>> @Nullable T lower(@Nullable T now, @Nullable T asked, T least) {
        if (asked == null) {
            return now;
        }
        T bounded = asked.compareTo(least) < 0 ? least : asked;
        return now == null || bounded.compareTo(now) < 0 ? bounded : now;
    }

    /**
     * Takes amounts out of the budget until they are settled. {@link ActorReservation#budget()} has just these.
     *
     * @throws BudgetExceededException when something is used up, or not enough of it is left: the tightest
     */
    public synchronized ActorReservation reserve(BudgetAmounts amounts) {
        RefusalReason lacking = lacking(amounts);
        if (lacking != null) {
            throw refused(lacking);
        }
        return take(amounts);
    }

    private ActorReservation take(BudgetAmounts amounts) {
        reserved = plus(reserved, amounts);
        BudgetLimits slice = new BudgetLimits(
                limits.usd() == null ? null : amounts.usd(),
                limits.tokens() == null ? null : amounts.tokens(),
                limits.calls() == null ? null : amounts.calls());
        return new ActorReservation(this, amounts, new ActorBudget(slice, remainingTime(), time));
    }

    /**
     * Divides what is left among actors that start together, in equal parts; what does not divide stays.
     *
     * @param actors at least 1
     * @throws BudgetExceededException when a part would be nothing; then nothing is reserved
     */
    public synchronized List<ActorReservation> fanOut(int actors) {
        if (actors < 1) {
            throw new IllegalArgumentException("'actors' must be at least 1 (was %d)".formatted(actors));
        }
        BudgetLimits left = remaining();
        BudgetAmounts part = new BudgetAmounts(
                left.usd() == null ? Money.ZERO : part(left.usd(), actors),
                left.tokens() == null ? 0 : left.tokens() / actors,
                left.calls() == null ? 0 : left.calls() / actors);
        if (left.usd() != null && part.usd().isZero()) {
            throw refused(RefusalReason.USD);
        }
        if (left.tokens() != null && part.tokens() == 0) {
            throw refused(RefusalReason.TOKENS);
        }
        if (left.calls() != null && part.calls() == 0) {
            throw refused(RefusalReason.CALLS);
        }
        RefusalReason lacking = lacking(part);
        if (lacking != null) {
            throw refused(lacking);
        }
        // The time may be over before the last one has its part: then all have theirs, and no time.
        List<ActorReservation> parts = new ArrayList<>(actors);
        for (int i = 0; i < actors; i++) {
            parts.add(take(part));
        }
        return parts;
    }

    private static Money part(Money left, int actors) {
        return Money.of(left.toBigDecimal().divide(BigDecimal.valueOf(actors), MONEY_DIGITS, RoundingMode.DOWN));
    }

    /**
     * A middleware that lets no request through when nothing is left, takes a step for each and charges what it used. The same one each time:
     * in however many places of a chain it stands, a request is one step.
     */
    public synchronized ChatMiddleware middleware() {
        ChatMiddleware made = middleware;
        if (made == null) {
            made = ChatMiddleware.of(new ActorHook(this));
            middleware = made;
        }
        return made;
    }

    synchronized void settle(BudgetAmounts held, BudgetAmounts actual) {
        reserved = minus(reserved, held);
        used = plus(used, actual);
    }

    /** What there is least of, among that of which there is too little; null when all is there. */
    private @Nullable RefusalReason lacking(BudgetAmounts needed) {
        Duration left = remainingTime();
        if (left != null && left.isZero()) {
            return RefusalReason.TIME;
        }
        BudgetLimits free = remaining();
        RefusalReason tightest = null;
        BigDecimal least = null;
        if (free.usd() != null && (free.usd().isZero() || needed.usd().compareTo(free.usd()) > 0)) {
            tightest = RefusalReason.USD;
            least = share(
                    free.usd().toBigDecimal(),
                    Objects.requireNonNull(limits.usd()).toBigDecimal());
        }
        if (isShort(free.tokens(), needed.tokens())) {
            BigDecimal share = share(free.tokens(), limits.tokens());
            if (least == null || share.compareTo(least) < 0) {
                tightest = RefusalReason.TOKENS;
                least = share;
            }
        }
        if (isShort(free.calls(), needed.calls())) {
            BigDecimal share = share(free.calls(), limits.calls());
            if (least == null || share.compareTo(least) < 0) {
                tightest = RefusalReason.CALLS;
            }
        }
        return tightest;
    }

    private static boolean isShort(@Nullable Long free, long needed) {
        return free != null && (free == 0 || needed > free);
    }

    private static BigDecimal share(@Nullable Long free, @Nullable Long of) {
        return share(BigDecimal.valueOf(Objects.requireNonNull(free)), BigDecimal.valueOf(Objects.requireNonNull(of)));
    }

    private static BigDecimal share(BigDecimal free, BigDecimal of) {
        return of.signum() == 0 ? BigDecimal.ZERO : free.divide(of, SHARE_DIGITS, RoundingMode.DOWN);
    }

    private BudgetExceededException refused(RefusalReason reason) {
        return new BudgetExceededException(NAME, NAME, Budget.ALL, reason, limits, used);
    }

    private static BudgetAmounts plus(BudgetAmounts one, BudgetAmounts other) {
        return new BudgetAmounts(
                one.usd().plus(other.usd()), sum(one.tokens(), other.tokens()), sum(one.calls(), other.calls()));
    }

    /** Ends at the largest number: what a provider counts wrongly must not become room. */
    private static long sum(long one, long other) {
        long sum = one + other;
        return one > 0 && other > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static BudgetAmounts minus(BudgetAmounts one, BudgetAmounts other) {
        return new BudgetAmounts(
                one.usd().minus(other.usd()), one.tokens() - other.tokens(), one.calls() - other.calls());
    }
}
