package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RetryableTests {

    private final Retryable retryable = Retryable.standard();

    @Test // TC-275
    void isWhatIsNotPermanent() {
        assertThat(retryable.test(new TimeoutException())).isTrue();
        assertThat(retryable.test(new UncheckedIOException(new EOFException()))).isTrue();
        assertThat(retryable.test(new IllegalStateException("hm"))).isTrue();
        assertThat(retryable.test(new AgentKitException(ErrorKind.CONFIG, "wrong")))
                .isFalse();
        assertThat(retryable.test(new CompletionException(new CancelledException(Cancellation.Reason.CONSUMER, null))))
                .isFalse();
    }

    @Test // TC-275
    void isNotWhatIsNoFailure() {
        assertThat(retryable.test(null)).isFalse();
    }

    @Test
    void asksTheClassifierItWasGiven() {
        Retryable own = new Retryable(error -> Failure.of(ErrorKind.INVALID_REQUEST));

        assertThat(own.test(new TimeoutException())).isFalse();
        assertThat(own.or(error -> error instanceof TimeoutException).test(new TimeoutException()))
                .isTrue();
    }
}
