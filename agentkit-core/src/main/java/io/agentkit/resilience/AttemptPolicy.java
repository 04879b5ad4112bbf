package io.agentkit.resilience;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.BackOffPolicy;
import org.springframework.retry.context.RetryContextSupport;

/** Has the template ask {@link Attempts}, which knows the call, whether to go on and how long to wait. Stateless. */
final class AttemptPolicy implements RetryPolicy, BackOffPolicy {

    private static final long serialVersionUID = 1L;

    @Override
    public RetryContext open(@Nullable RetryContext parent) {
        return new Context(parent);
    }

    @Override
    public boolean canRetry(RetryContext context) {
        Attempts<?, ?> attempts = ((Context) context).attempts;
        return attempts == null || attempts.goesOn();
    }

    @Override
    public void registerThrowable(RetryContext context, Throwable error) {
        Context own = (Context) context;
        Attempts<?, ?> attempts = own.attempts;
        own.registerThrowable(attempts == null ? error : attempts.failed(error));
    }

    @Override
    public void close(RetryContext context) {}

    @Override
    public BackOffContext start(RetryContext context) {
        return (Context) context;
    }

    @Override
    public void backOff(BackOffContext context) {
        Attempts<?, ?> attempts = ((Context) context).attempts;
        if (attempts != null) {
            attempts.pause();
        }
    }

    /** Learns its attempts from the first of them: the template opens it before it knows what to call. */
    static final class Context extends RetryContextSupport implements BackOffContext {

        private static final long serialVersionUID = 1L;

        transient @Nullable Attempts<?, ?> attempts;

        Context(@Nullable RetryContext parent) {
            super(parent);
        }
    }
}
