package io.agentkit;

import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A physical request ended, or was refused before it was sent.
 *
 * @param callId the call
 * @param chain name of the chain
 * @param kind what the chain is around
 * @param number counts the requests of the call, from 1
 * @param target the model that served it, else the one asked for, or the tool; null when nobody said
 * @param status whether and how it ended
 * @param usage what it used; null when it used nothing that counts
 * @param usd the price of the usage; null when there is no usage or the model has no price
 * @param failure why it failed; null when it succeeded
 */
public record RequestEnded(
        String callId,
        String chain,
        CallKind kind,
        int number,
        @Nullable String target,
        Outcome.Status status,
        @Nullable Usage usage,
        @Nullable Money usd,
        @Nullable Failure failure)
        implements Event {

    static RequestEnded of(Attempt<?> attempt, @Nullable Failure failure) {
        Call<?> call = attempt.call();
        return new RequestEnded(
                call.id(),
                call.chain(),
                call.kind(),
                attempt.number(),
                attempt.model(),
                attempt.status(),
                attempt.usage(),
                attempt.usd(),
                failure);
    }

    @Override
    public String name() {
        return "request.ended";
    }

    @Override
    public boolean isRoutine() {
        return true;
    }
}
