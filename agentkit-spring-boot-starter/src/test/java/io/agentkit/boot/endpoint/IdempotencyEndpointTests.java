package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.idempotency.Claim;
import io.agentkit.idempotency.IdempotencyCounts;
import io.agentkit.idempotency.InMemoryIdempotencyStore;
import io.agentkit.idempotency.ToolCallMark;
import io.agentkit.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

class IdempotencyEndpointTests {

    private static final String KEY = "idem:3f2a";

    private static final ToolCallMark CALL = new ToolCallMark(KEY, "dead", "arguments", "charge_card", "run-1");

    private final InMemoryIdempotencyStore store = new InMemoryIdempotencyStore(new FakeTime());

    private final IdempotencyEndpoint endpoint = new IdempotencyEndpoint(store);

    private final IdempotencyEndpointWebExtension web = new IdempotencyEndpointWebExtension(endpoint);

    @BeforeEach
    void leaveAnUnknownOutcome() {
        store.claim(CALL, Duration.ZERO);
    }

    private Claim claim() {
        return store.claim(new ToolCallMark(KEY, "next", "arguments", "charge_card", "run-1"), Duration.ofMinutes(1));
    }

    @Test
    void showsCallsAsDocumented() {
        assertThat(Documented.json(endpoint.calls())).isEqualTo(Documented.example("idempotency"));
    }

    @Test
    void showsOneCall() {
        assertThat(endpoint.call(KEY))
                .isEqualTo(endpoint.calls().unknownOutcomes().get(0));
        assertThat(endpoint.call("other")).isNull();
    }

    @Test
    void letsACallThatDidNotHappenBeMadeAgain() {
        assertThat(web.settle(KEY, false, null).getStatus()).isEqualTo(200);

        assertThat(claim()).isEqualTo(new Claim.Held());
    }

    @Test
    void givesTheResultOfACallThatHappened() {
        assertThat(endpoint.settle(KEY, true, "receipt 7"))
                .isEqualTo(new IdempotencyEndpoint.SettledDescriptor(KEY, true));

        assertThat(claim()).isEqualTo(new Claim.Done("receipt 7"));
        assertThat(store.counts()).isEqualTo(new IdempotencyCounts(0, 1, 0));
    }

    @Test
    void knowsOfACallThatHappenedWithoutAResult() {
        endpoint.settle(KEY, true, null);

        assertThat(claim()).isEqualTo(new Claim.Done(null));
    }

    @Test
    void answersWith404WhatIsNotUnknown() {
        endpoint.settle(KEY, true, null);

        assertThat(web.settle(KEY, true, null).getStatus()).isEqualTo(404);
        assertThat(web.settle("other", false, null).getStatus()).isEqualTo(404);
    }

    @Test
    void refusesAResultOfWhatDidNotHappen() {
        assertThatExceptionOfType(InvalidEndpointRequestException.class)
                .isThrownBy(() -> endpoint.settle(KEY, false, "receipt 7"))
                .withMessageContaining("'result' goes only with 'happened: true'");
    }
}
