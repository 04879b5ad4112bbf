package io.agentkit.spend;

import io.agentkit.ChainEnvironment;
import io.agentkit.Run;
import io.agentkit.Scope;
import io.agentkit.chat.ChatOptions;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.price.PriceBook;
import io.agentkit.price.Rates;
import io.agentkit.store.BudgetLimits;
import java.util.List;
import java.util.Map;

/** A model whose tokens cost a cent a thousand, and requests for it, for the tests of this package. */
final class Priced {

    static final String MODEL = "priced";

    /** Input and output both cost 10 dollars a million tokens, so 1,000 tokens cost a cent. */
    static final PriceBook PRICES = PriceBook.of(
            Map.of(MODEL, Rates.usd("10", "10"), "free", Rates.usd("0", "0"), "dear", Rates.usd("20", "20")));

    private Priced() {}

    /** A request whose answer has at most so many tokens. */
    static ChatRequest request(int maxOutputTokens) {
        return request(MODEL, maxOutputTokens);
    }

    static ChatRequest request(String model, int maxOutputTokens) {
        return ChatRequest.builder()
                .messages(List.of(Message.user("hi")))
                .model(model)
                .options(ChatOptions.DEFAULTS.withMaxOutputTokens(maxOutputTokens))
                .build();
    }

    /** A request that leaves the length of its answer open. */
    static ChatRequest open() {
        return ChatRequest.builder()
                .messages(List.of(Message.user("hi")))
                .model(MODEL)
                .build();
    }

    /** A reply that costs so many cents. */
    static ChatReply reply(int cents) {
        return reply(MODEL, cents);
    }

    static ChatReply reply(String model, int cents) {
        return ChatReply.of("hello", Usage.of(cents * 500L, cents * 500L))
                .mutate()
                .model(model)
                .build();
    }

    static Run run(Scope scope) {
        return Run.create(ChainEnvironment.defaults(), run -> scope.values().forEach(run::scope));
    }

    static BudgetLimits usd(String limit) {
        return new BudgetLimits(Money.usd(limit), null, null);
    }

    static BudgetLimits tokens(long limit) {
        return new BudgetLimits(null, limit, null);
    }

    static BudgetLimits calls(long limit) {
        return new BudgetLimits(null, null, limit);
    }
}
