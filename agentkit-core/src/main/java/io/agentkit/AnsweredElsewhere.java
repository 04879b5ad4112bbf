package io.agentkit;

import io.agentkit.chat.Request;

/** Tells a hook that the chain does not know of answers that no request gave: its middleware stands inside another one. */
record AnsweredElsewhere(RequestHook hook) implements AnswerCallback {

    static <Q extends Request> Call<Q> hooked(Call<Q> call, RequestHook hook) {
        Call<Q> hooked = call.withHook(hook);
        if (hooked != call) {
            call.onAnswer(new AnsweredElsewhere(hook));
        }
        return hooked;
    }

    @Override
    public Object key() {
        return hook;
    }

    @Override
    public void answered(Call<?> call, Object reply) {
        if (!call.turn().isAnsweredByRequest()) {
            hook.answeredElsewhere(call, reply);
        }
    }
}
