package io.agentkit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who wants to know the answer of a call, the last who asked first: the callback itself where the call asked once and was not changed
 * before, which is the most there is in nearly all calls.
 *
 * @param call the copy that the callback was given on
 * @param before who asked before: a callback or another of these; null for nobody
 */
record WhoAsked(
        AnswerCallback callback, Call<?> call, @Nullable Object before) {

    private static final Logger log = LoggerFactory.getLogger(WhoAsked.class);

    /** @param last a callback or one of these; null for nobody */
    static Object with(@Nullable Object last, Call<?> call, AnswerCallback callback) {
        return last == null && call == call.turn() ? callback : new WhoAsked(callback, call, last);
    }

    static boolean isAmong(@Nullable Object last, Object key) {
        Object asked = last;
        while (asked instanceof WhoAsked answer) {
            if (answer.callback.key().equals(key)) {
                return true;
            }
            asked = answer.before;
        }
        return asked instanceof AnswerCallback first && first.key().equals(key);
    }

    /** In the order they asked. */
    static void tell(@Nullable Object last, Turn<?> turn, Object answer) {
        if (last instanceof WhoAsked asked) {
            tell(asked.before, turn, answer);
            tellOne(asked.callback, asked.call, answer);
        } else if (last instanceof AnswerCallback first) {
            tellOne(first, turn, answer);
        }
    }

    private static void tellOne(AnswerCallback callback, Call<?> call, Object answer) {
        try {
            callback.answered(call, answer);
        } catch (Throwable failure) {
            log.warn("An answer callback failed; the answer is returned all the same", ErrorTrace.of(failure));
        }
    }
}
