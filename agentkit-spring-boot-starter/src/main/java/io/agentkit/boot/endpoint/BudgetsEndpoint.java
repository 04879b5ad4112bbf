package io.agentkit.boot.endpoint;

import io.agentkit.money.Money;
import io.agentkit.spend.BudgetPage;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.BudgetStatus;
import io.agentkit.spend.Budgets;
import io.agentkit.store.BudgetLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/budgets}: how budgets stand, and with unrestricted access to reset them and to change their limits. Money is a decimal
 * string. Thread-safe.
 */
@Endpoint(id = "budgets", defaultAccess = Access.READ_ONLY)
public class BudgetsEndpoint {

    private static final int KEYS_IN_OVERVIEW = 20;

    private static final int DEFAULT_SIZE = 100;

    private static final int LARGEST_SIZE = 1_000;

    private static final int DEFAULT_WINDOWS = 12;

    private static final int MOST_WINDOWS = 31;

    private final Budgets budgets;

    /** Created by the auto-configuration; an application replaces it with a bean of its own. */
    public BudgetsEndpoint(Budgets budgets) {
        this.budgets = budgets;
    }

    /** All budgets, of each the 20 keys that have used most of it. */
    @ReadOperation
    public BudgetsDescriptor budgets() {
        List<BudgetDescriptor> shown = new ArrayList<>();
        List<String> more = new ArrayList<>();
        for (String name : budgets.names()) {
            BudgetSpec spec = spec(name);
            List<BudgetStatus> fullest = Objects.requireNonNull(budgets.fullest(name, KEYS_IN_OVERVIEW));
            fullest.forEach(each -> shown.add(BudgetDescriptor.of(each, spec)));
            if (fullest.size() == KEYS_IN_OVERVIEW && budgets.count(name) > KEYS_IN_OVERVIEW) {
                more.add(name);
            }
            if (fullest.isEmpty()) {
                shown.add(untouched(name, spec));
            }
        }
        return new BudgetsDescriptor(shown, more);
    }

    private BudgetSpec spec(String name) {
        return Objects.requireNonNull(budgets.spec(name));
    }

    /** A budget that nobody used has no key yet; a global one has its only one from the beginning. */
    private BudgetDescriptor untouched(String name, BudgetSpec spec) {
        boolean global = BudgetSpec.GLOBAL.equals(spec.scope());
        BudgetStatus status = Objects.requireNonNull(budgets.find(name, global ? "(all)" : "(none)"));
        return BudgetDescriptor.of(status, spec, global ? status.key() : null, null);
    }

    /**
     * One budget with a page of its keys, or one key of it with its last windows.
     *
     * @param key only this one
     * @param after the key after which the page starts
     * @param size most keys on the page, 1 to 1,000; 100 by default
     * @param sort {@code key} for the order of their names (default), {@code used} for the largest used share first, which has one page
     * @param windows most windows that are over, with a key, 0 to 31; 12 by default
     * @return null, which is a 404, when there is no budget of that name
     */
    @ReadOperation
    public @Nullable Object budget(
            @Selector String name,
            @Nullable String key,
            @Nullable String after,
            @Nullable Integer size,
            @Nullable String sort,
            @Nullable Integer windows) {
        if (key != null) {
            return one(name, key, windows == null ? DEFAULT_WINDOWS : windows);
        }
        int most = size == null ? DEFAULT_SIZE : size;
        if (most < 1 || most > LARGEST_SIZE) {
            throw refused("'size' must be from 1 to %d (was %d)".formatted(LARGEST_SIZE, most));
        }
        if (sort == null || sort.equals("key")) {
            return page(name, after, most);
        }
        if (!sort.equals("used") || after != null) {
            throw refused("'sort' must be key or used, and 'after' only goes with key");
        }
        List<BudgetStatus> fullest = budgets.fullest(name, most);
        return fullest == null ? null : page(name, fullest, null);
    }

    private @Nullable BudgetDescriptor one(String name, String key, int windows) {
        if (windows < 0 || windows > MOST_WINDOWS) {
            throw refused("'windows' must be from 0 to %d (was %d)".formatted(MOST_WINDOWS, windows));
        }
        BudgetStatus status = budgets.find(name, key);
        if (status == null) {
            return null;
        }
        List<BudgetStatus> past = windows == 0 ? null : budgets.history(name, key, windows);
        return BudgetDescriptor.of(status, spec(name), key, past);
    }

    private @Nullable BudgetPageDescriptor page(String name, @Nullable String after, int size) {
        BudgetPage page = budgets.page(name, after, size);
        return page == null ? null : page(name, page.keys(), page.next());
    }

    private BudgetPageDescriptor page(String name, List<BudgetStatus> keys, @Nullable String next) {
        BudgetSpec spec = spec(name);
        return new BudgetPageDescriptor(
                name,
                spec.scope(),
                spec.parent(),
                BudgetDescriptor.word(spec.enforcement()),
                BudgetDescriptor.word(spec.onExceeded()),
                LimitDescriptor.of(Objects.requireNonNull(budgets.limits(name))),
                spec.thresholds(),
                budgets.count(name),
                keys.stream().map(each -> BudgetDescriptor.of(each, spec)).toList(),
                next);
    }

    /**
     * Changes limits, when one is given, and else resets: one key, or with {@code all} every key.
     *
     * @param key the key to reset
     * @param all {@code true} to reset every key
     * @param maxUsd new limit in US dollars; the present one stays when it is not given
     * @param maxTokens new limit in tokens; the present one stays when it is not given
     * @param maxCalls new limit in calls; the present one stays when it is not given
     * @return the budget as it is then; null when there is none of that name
     */
    @WriteOperation
    public @Nullable Object update(
            @Selector String name,
            @Nullable String key,
            @Nullable Boolean all,
            @Nullable String maxUsd,
            @Nullable Long maxTokens,
            @Nullable Long maxCalls) {
        BudgetLimits present = budgets.limits(name);
        if (present == null) {
            return null;
        }
        boolean everyKey = Boolean.TRUE.equals(all);
        boolean change = maxUsd != null || maxTokens != null || maxCalls != null;
        boolean reset = key != null || everyKey;
        if (change == reset || (key != null && everyKey)) {
            throw refused(
                    "Give 'key' to reset one key, 'all': true to reset all of them, or new limits as 'maxUsd', 'maxTokens',"
                            + " 'maxCalls'; exactly one of these");
        }
        if (change) {
            change(name, present, maxUsd, maxTokens, maxCalls);
        } else if (key != null) {
            budgets.reset(name, key);
            return one(name, key, DEFAULT_WINDOWS);
        } else {
            budgets.resetAll(name);
        }
        return page(name, null, DEFAULT_SIZE);
    }

    private void change(
            String name,
            BudgetLimits present,
            @Nullable String maxUsd,
            @Nullable Long maxTokens,
            @Nullable Long maxCalls) {
        requireNotNegative("maxTokens", maxTokens);
        requireNotNegative("maxCalls", maxCalls);
        try {
            budgets.change(
                    name,
                    new BudgetLimits(
                            maxUsd == null ? present.usd() : usd(maxUsd),
                            maxTokens == null ? present.tokens() : maxTokens,
                            maxCalls == null ? present.calls() : maxCalls));
        } catch (NumberFormatException wrong) {
            throw refused("'maxUsd' must be a decimal number such as 12.50");
        } catch (IllegalArgumentException wrong) {
            throw refused(String.valueOf(wrong.getMessage()));
        }
    }

    private static Money usd(String text) {
        BigDecimal amount = new BigDecimal(text);
        BudgetSpec.requireValid(amount);
        return Money.of(amount);
    }

    private static void requireNotNegative(String name, @Nullable Long limit) {
        if (limit != null && limit < 0) {
            throw refused("'%s' must not be negative (was %d)".formatted(name, limit));
        }
    }

    private static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }

    /**
     * The budgets.
     *
     * @param budgets an entry for each budget and key
     * @param more names of budgets with more keys than are shown
     */
    public record BudgetsDescriptor(List<BudgetDescriptor> budgets, List<String> more)
            implements OperationResponseBody {}

    /**
     * A budget with some of its keys.
     *
     * @param name the budget
     * @param scope for whom it is kept apart
     * @param parent the budget that it is a part of; absent when it is none
     * @param enforcement how strictly it is kept
     * @param onExceeded what happens to a request that does not fit
     * @param limit what each key may use
     * @param thresholds percents of a limit at which an event tells that so much is used, ascending
     * @param total how many keys were used
     * @param keys the keys of this page
     * @param next the key to give as {@code after} for the next page; absent on the last one
     */
    public record BudgetPageDescriptor(
            String name,
            String scope,
            @Nullable String parent,
            String enforcement,
            String onExceeded,
            LimitDescriptor limit,
            List<Integer> thresholds,
            long total,
            List<BudgetDescriptor> keys,
            @Nullable String next)
            implements OperationResponseBody {}
}
