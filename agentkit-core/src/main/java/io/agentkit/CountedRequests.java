package io.agentkit;

import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a call that count, the last first: an {@link Attempt} itself where it is the only one, which it is in nearly all calls.
 *
 * @param before an attempt or another of these
 */
record CountedRequests(Attempt<?> last, Object before) {

    /** @param requests an attempt or one of these; null for none */
    static Object with(@Nullable Object requests, Attempt<?> attempt) {
        return requests == null ? attempt : new CountedRequests(attempt, requests);
    }

    static Attempt<?> last(Object requests) {
        return requests instanceof CountedRequests several ? several.last : (Attempt<?>) requests;
    }

    static @Nullable Object before(Object requests) {
        return requests instanceof CountedRequests several ? several.before : null;
    }

    /**
     * The request that gave the answer: the one with this reply, else the one whose count the reply carries, else the last that succeeded,
     * since middlewares change replies. None for an answer that was used again.
     */
    static @Nullable Attempt<?> answering(@Nullable Object requests, Object answer) {
        if (!(answer instanceof ChatReply reply) || reply.cacheStatus() == CacheStatus.HIT) {
            return null;
        }
        Attempt<?> sameCount = null;
        Attempt<?> succeeded = null;
        for (Object each = requests; each != null; each = before(each)) {
            Attempt<?> attempt = last(each);
            if (attempt.reply() == answer) {
                return attempt;
            }
            if (attempt.status() == Outcome.Status.SUCCEEDED) {
                sameCount = sameCount == null && attempt.usage() == reply.usage() ? attempt : sameCount;
                succeeded = succeeded == null ? attempt : succeeded;
            }
        }
        return sameCount == null ? succeeded : sameCount;
    }
}
