package io.agentkit.boot.observe;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import org.jspecify.annotations.Nullable;

/**
 * The meters. Each has always the same tags, {@code none} where there is nothing to say, and names that come from outside (models, tools)
 * are at most 100 for each chain: further ones are counted as {@code other}.
 */
public enum AgentkitMeter implements MeterDocumentation {
    /** Calls of models as the application sees them, with all their attempts. */
    CHAT_CALLS("agentkit.chat.calls", Meter.Type.TIMER, null, Tag.CHAIN, Tag.MODEL, Tag.CACHE, Tag.ERROR),
    /** Time until a streaming consumer was shown the first text. */
    CHAT_FIRST_TEXT("agentkit.chat.first.text", Meter.Type.TIMER, null, Tag.CHAIN, Tag.MODEL),
    /** Calls of tools, with all their attempts. */
    TOOL_CALLS("agentkit.tool.calls", Meter.Type.TIMER, null, Tag.CHAIN, Tag.TOOL, Tag.CACHE, Tag.ERROR),
    /** Physical requests to models, retries included. */
    CHAT_REQUESTS("agentkit.chat.requests", Meter.Type.COUNTER, "requests", Tag.CHAIN, Tag.MODEL, Tag.STATUS),
    /** Times that a tool was really called, retries included. */
    TOOL_REQUESTS("agentkit.tool.requests", Meter.Type.COUNTER, "requests", Tag.CHAIN, Tag.TOOL, Tag.STATUS),
    /** Tokens of all requests to models; the types add up. */
    TOKENS("agentkit.tokens", Meter.Type.COUNTER, "tokens", Tag.CHAIN, Tag.MODEL, Tag.TYPE),
    /** Price of all requests to models; what has no price is missing from it. */
    COST("agentkit.cost", Meter.Type.COUNTER, "usd", Tag.CHAIN, Tag.MODEL),
    /** Price of the requests that gave an answer. */
    COST_ANSWERS("agentkit.cost.answers", Meter.Type.COUNTER, "usd"),
    /** Price of the requests that gave none; with that of answers it is the price of all requests, once their calls are over. */
    COST_WASTE("agentkit.cost.waste", Meter.Type.COUNTER, "usd", Tag.CAUSE),
    /** What answers from a cache would have cost. */
    COST_SAVED("agentkit.cost.saved", Meter.Type.COUNTER, "usd"),
    /** Attempts at calls of models after the first. */
    CHAT_RETRIES("agentkit.chat.retries", Meter.Type.COUNTER, "retries", Tag.CHAIN, Tag.MODEL),
    /** Attempts at calls of tools after the first. */
    TOOL_RETRIES("agentkit.tool.retries", Meter.Type.COUNTER, "retries", Tag.CHAIN, Tag.TOOL),
    /** Time limits that ended calls of models. */
    CHAT_TIMEOUTS("agentkit.chat.timeouts", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.MODEL, Tag.LIMIT),
    /** Time limits that ended calls of tools. */
    TOOL_TIMEOUTS("agentkit.tool.timeouts", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.TOOL, Tag.LIMIT),
    /** Requests to models that went on a second after a time limit had cancelled them. */
    CHAT_TIMEOUTS_IGNORED("agentkit.chat.timeouts.ignored", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.MODEL, Tag.LIMIT),
    /** Calls of tools that went on a second after a time limit had cancelled them. */
    TOOL_TIMEOUTS_IGNORED("agentkit.tool.timeouts.ignored", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.TOOL, Tag.LIMIT),
    /** How the circuit of a model stands: 0 closed, 1 half-open, 2 open. Appears when it opens first. */
    CHAT_BREAKER_STATE("agentkit.chat.breaker.state", Meter.Type.GAUGE, null, Tag.CHAIN, Tag.MODEL),
    /** How the circuit of a tool stands: 0 closed, 1 half-open, 2 open. Appears when it opens first. */
    TOOL_BREAKER_STATE("agentkit.tool.breaker.state", Meter.Type.GAUGE, null, Tag.CHAIN, Tag.TOOL),
    /** Requests to models that an open circuit refused. */
    CHAT_BREAKER_REFUSALS("agentkit.chat.breaker.refusals", Meter.Type.COUNTER, "requests", Tag.CHAIN, Tag.MODEL),
    /** Calls of tools that an open circuit refused. */
    TOOL_BREAKER_REFUSALS("agentkit.tool.breaker.refusals", Meter.Type.COUNTER, "requests", Tag.CHAIN, Tag.TOOL),
    /** Times that another model was asked because one had failed. */
    FALLBACKS("agentkit.fallback.taken", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.FROM, Tag.TO, Tag.ERROR),
    /** Calls that got an answer that another one was given, those that waited for it included. */
    CACHE_HITS("agentkit.cache.hits", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** Calls that waited for the answer of one under way, and got it. */
    CACHE_WAITS("agentkit.cache.waits", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** Calls that would have taken an answer of another one if there had been one. */
    CACHE_MISSES("agentkit.cache.misses", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** Calls that got an answer whose time was over, since the model could not be reached. */
    CACHE_STALE("agentkit.cache.stale", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** What the answers that were used again have cost when they were new, as far as that is known. */
    CACHE_SAVED("agentkit.cache.saved", Meter.Type.COUNTER, "USD", Tag.MIDDLEWARE),
    /** What share of the calls that could be were answered so, since the start. */
    CACHE_RATIO("agentkit.cache.hit.ratio", Meter.Type.GAUGE, null, Tag.MIDDLEWARE),
    /** Answers that were dropped for want of room. */
    CACHE_EVICTIONS("agentkit.cache.evictions", Meter.Type.COUNTER, "entries", Tag.MIDDLEWARE),
    /** Answers that are kept in memory. */
    CACHE_ENTRIES("agentkit.cache.entries", Meter.Type.GAUGE, "entries", Tag.MIDDLEWARE),
    /** How much memory they take, reckoned. */
    CACHE_BYTES("agentkit.cache.size", Meter.Type.GAUGE, "bytes", Tag.MIDDLEWARE),
    /** Times that the store of a cache failed, or its key or condition; calls went on without. */
    CACHE_FAILURES("agentkit.cache.failures", Meter.Type.COUNTER, null, Tag.MIDDLEWARE),
    /** Questions that were similar enough, and not taken to mean the same. */
    CACHE_DOUBTS("agentkit.cache.doubts", Meter.Type.COUNTER, "questions", Tag.MIDDLEWARE),
    /** Hits for which the model was asked all the same. */
    CACHE_COMPARISONS("agentkit.cache.compared", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** Those of them in which the model said what was kept. */
    CACHE_AGREEMENTS("agentkit.cache.agreed", Meter.Type.COUNTER, "calls", Tag.MIDDLEWARE),
    /** Backups that were asked because a model was slow or failed. */
    HEDGES("agentkit.hedge.launched", Meter.Type.COUNTER, "requests", Tag.CHAIN, Tag.MODEL, Tag.REASON),
    /** Times that a race was decided, by who gave the answer. */
    HEDGE_WINS("agentkit.hedge.won", Meter.Type.COUNTER, "calls", Tag.CHAIN, Tag.BY),
    /** Times that no backup was asked although one could have been. */
    HEDGE_REFUSALS("agentkit.hedge.refused", Meter.Type.COUNTER, null, Tag.CHAIN, Tag.REASON),
    /** How much longer calls would have taken by estimate that a backup answered. */
    HEDGE_SAVED("agentkit.hedge.saved", Meter.Type.TIMER, null, Tag.CHAIN),
    /** Price of the requests that lost a race. */
    HEDGE_COST("agentkit.hedge.cost", Meter.Type.COUNTER, "usd", Tag.CHAIN),
    /** Requests that a budget refused. */
    BUDGET_REFUSALS("agentkit.budget.refusals", Meter.Type.COUNTER, "requests", Tag.BUDGET, Tag.REASON),
    /** Times that so much of a budget was used for the first time in a window; the highest share when one request passes several. */
    BUDGET_THRESHOLDS("agentkit.budget.thresholds", Meter.Type.COUNTER, null, Tag.BUDGET, Tag.THRESHOLD),
    /** What share of a budget that all calls have in common is used, by the fullest of its limits. */
    BUDGET_USED("agentkit.budget.used", Meter.Type.GAUGE, null, Tag.BUDGET),
    /** How long requests waited for their turn, those that did. */
    RATE_LIMIT_WAITS("agentkit.rate.limit.waits", Meter.Type.TIMER, null, Tag.LIMITER),
    /** Requests that a rate limit refused. */
    RATE_LIMIT_REFUSALS("agentkit.rate.limit.refusals", Meter.Type.COUNTER, "requests", Tag.LIMITER, Tag.REASON),
    /** Requests that wait for their turn now. */
    RATE_LIMIT_WAITING("agentkit.rate.limit.waiting", Meter.Type.GAUGE, "requests", Tag.LIMITER),
    /** Calls of tools that were refused since they would have reached what they may not. */
    EGRESS_BLOCKED("agentkit.egress.blocked", Meter.Type.COUNTER, "calls", Tag.TOOL, Tag.REASON),
    /** Tool calls that got the result of an earlier one that was the same. */
    IDEMPOTENCY_REPLAYS("agentkit.idempotency.replays", Meter.Type.COUNTER, "calls", Tag.TOOL),
    /** Tool calls that were refused, since they could not be told apart from one that was made before. */
    IDEMPOTENCY_REFUSALS("agentkit.idempotency.refusals", Meter.Type.COUNTER, "calls", Tag.TOOL, Tag.REASON),
    /** Tool calls that got no answer, so that nobody knows whether they happened. */
    IDEMPOTENCY_UNKNOWN("agentkit.idempotency.unknown", Meter.Type.COUNTER, "calls", Tag.TOOL),
    /** Tool calls that somebody else settled or made, since their process was silent for too long. */
    IDEMPOTENCY_LOST("agentkit.idempotency.lost", Meter.Type.COUNTER, "calls", Tag.TOOL),
    /** Records of tool calls that could not be written. */
    AUDIT_FAILURES("agentkit.audit.failures", Meter.Type.COUNTER, "records", Tag.TOOL, Tag.RECORD),
    /** Calls of tools that a policy denied. */
    POLICY_DENIALS("agentkit.policy.denials", Meter.Type.COUNTER, "calls", Tag.CHAIN, Tag.TOOL),
    /** What rules found in conversations and in results of tools. */
    SECURITY_FINDINGS(
            "agentkit.security.findings", Meter.Type.COUNTER, "findings", Tag.CHAIN, Tag.CATEGORY, Tag.ACTION),
    /** Approvals that came to an end. */
    APPROVALS("agentkit.approvals", Meter.Type.COUNTER, "approvals", Tag.CHAIN, Tag.TOOL, Tag.DECISION),
    /** Calls of tools that wait for somebody to agree now. */
    APPROVALS_PENDING("agentkit.approvals.pending", Meter.Type.GAUGE, "approvals"),
    /** Conversations that were made shorter or repaired before they were sent. */
    COMPACTIONS("agentkit.compaction.calls", Meter.Type.COUNTER, "calls", Tag.CHAIN, Tag.STRATEGY, Tag.OUTCOME),
    /** Tokens of these conversations, as they came and as they went out. */
    COMPACTION_TOKENS("agentkit.compaction.tokens", Meter.Type.COUNTER, "tokens", Tag.CHAIN, Tag.STRATEGY, Tag.WHEN),
    /** Messages of these conversations, as they came and as they went out. */
    COMPACTION_MESSAGES(
            "agentkit.compaction.messages", Meter.Type.COUNTER, "messages", Tag.CHAIN, Tag.STRATEGY, Tag.WHEN),
    /** What had to be repaired in conversations that no provider would have taken. */
    COMPACTION_REPAIRS("agentkit.compaction.repairs", Meter.Type.COUNTER, "repairs", Tag.CHAIN, Tag.STRATEGY),
    /** Times that messages were left out without the summary that was wanted. */
    COMPACTION_FALLBACKS(
            "agentkit.compaction.fallbacks", Meter.Type.COUNTER, "calls", Tag.CHAIN, Tag.STRATEGY, Tag.REASON),
    /** Answers that were to be what a schema or a type says. */
    OUTPUT_COERCIONS("agentkit.output.coercions", Meter.Type.COUNTER, "answers", Tag.CHAIN, Tag.OUTCOME),
    /** Requests that {@code output-coerce} sent again, since an answer was not valid. */
    OUTPUT_REPAIRS("agentkit.output.repairs", Meter.Type.COUNTER, "requests", Tag.CHAIN),
    /** Time since an imported catalogue of prices was read or last found unchanged; not a number before that. */
    PRICES_AGE("agentkit.prices.age", Meter.Type.GAUGE, "seconds", Tag.CATALOGUE),
    /** How often in a row an imported catalogue could not be had; 0 when all is well. */
    PRICES_FAILURES("agentkit.prices.failures", Meter.Type.GAUGE, "looks", Tag.CATALOGUE);

    private final String name;
    private final Meter.Type type;
    private final @Nullable String unit;
    private final Tag[] tags;

    AgentkitMeter(String name, Meter.Type type, @Nullable String unit, Tag... tags) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.tags = tags;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Meter.Type getType() {
        return type;
    }

    @Override
    public @Nullable String getBaseUnit() {
        return unit;
    }

    @Override
    public KeyName[] getKeyNames() {
        return tags.clone();
    }

    /** The tags with these values, in the order of {@link #getKeyNames()}. */
    String[] tags(String... values) {
        if (values.length != tags.length) {
            throw new IllegalArgumentException(
                    "'values' must be %d, one for each tag (was %d)".formatted(tags.length, values.length));
        }
        String[] pairs = new String[values.length * 2];
        for (int i = 0; i < values.length; i++) {
            pairs[2 * i] = tags[i].asString();
            pairs[2 * i + 1] = values[i];
        }
        return pairs;
    }

    /** The tags of the meters. */
    public enum Tag implements KeyName {
        /** Name of the chain. */
        CHAIN("chain"),
        /** The model that served, else the one asked for. */
        MODEL("model"),
        /** The tool. */
        TOOL("tool"),
        /** {@code none} for a new answer, {@code hit} for one that was used again. */
        CACHE("cache"),
        /** How conversations are made shorter. */
        STRATEGY("strategy"),
        /** Of a conversation {@code compacted}, {@code repaired}, {@code over_limit} or {@code rejected}; of an answer {@code sound}, {@code repaired}, {@code invalid}, {@code truncated} or {@code refused}. */
        OUTCOME("outcome"),
        /** {@code before} or {@code after}. */
        WHEN("when"),
        /** What went wrong, such as {@code rate limited}; {@code none} when nothing did. */
        ERROR("error"),
        /** {@code succeeded}, {@code failed}, {@code cancelled} or {@code not_sent}. */
        STATUS("status"),
        /** {@code input}, {@code cache_read}, {@code cache_write} or {@code output}. */
        TYPE("type"),
        /** {@code retries}, {@code hedges}, {@code abandoned} or {@code failed}. */
        CAUSE("cause"),
        /** Where an imported catalogue comes from, without secrets. */
        CATALOGUE("catalogue"),
        /** {@code total}, {@code first-token}, {@code idle} or {@code attempt-timeout}. */
        LIMIT("limit"),
        /** Name of the budget. */
        BUDGET("budget"),
        /** Percent of a limit, such as {@code 80}. */
        THRESHOLD("threshold"),
        /** Name of the rate limiter; of a chain's own one the bean of its middleware. */
        LIMITER("limiter"),
        /** The model that failed, by its name in the list of a fallback. */
        FROM("from"),
        /** The model that is asked in its place, by its name in the list. */
        TO("to"),
        /** The bean of the middleware, such as {@code agentkit.tool.memoize}. */
        MIDDLEWARE("middleware"),
        /** {@code approved}, {@code denied}, {@code expired} or {@code withdrawn}. */
        DECISION("decision"),
        /** {@code started}, so that a tool that acts was not called unless the settings say so, or {@code outcome}. */
        RECORD("record"),
        /** What an attack is after, such as {@code instruction-override}. */
        CATEGORY("category"),
        /** {@code flag}, {@code strip}, {@code wrap} or {@code block}. */
        ACTION("action"),
        /** Who gave the answer of a race: {@code backup} or {@code own}. */
        BY("by"),
        /** Of a budget {@code usd}, {@code tokens}, {@code calls}, {@code unknown_price} or {@code missing_scope}; of a rate limit {@code max_wait}, {@code deadline} or {@code too_large}; of a tool call {@code unknown_outcome}, {@code busy}, {@code result_not_kept}, {@code other_arguments}, {@code nested} or {@code store}; of egress the rule, such as {@code private}. */
        REASON("reason");

        private final String key;

        Tag(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }
}
