package io.agentkit.compaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds where a transcript is cut by going through it as it grew: once it is too long, as much of its beginning goes as gives it room to
 * grow again. So the place is the same from turn to turn until the room is used up, whoever asks, and providers find the beginning in their
 * prompt caches. What was cut before is never looked at again, so to cut twice cuts nothing more. Immutable.
 *
 * @param limit tokens that it must not have more of
 * @param low tokens that it gets back to
 * @param summary tokens of what stands for what is left out
 * @param most messages that it must not have more of, system messages apart
 * @param keep messages that are kept as far as the limit allows
 */
record Cut(long limit, long low, long summary, int most, int keep) {

    /** Of the room that the messages have, this part is for growing. */
    private static final int GROWING = 4;

    /** More where each cut costs a call of a model. */
    private static final int GROWING_WITH_SUMMARY = 2;

    static Cut of(long limit, long fixed, long summary, int most, int keep) {
        long room = Math.max(0, limit - fixed - summary);
        long growing = room / (summary == 0 ? GROWING : GROWING_WITH_SUMMARY);
        return new Cut(limit, limit - growing, summary, most, keep);
    }

    /** The groups that the transcript began with after each cut, in order; empty when it is not cut. */
    List<Integer> starts(Sizes sizes) {
        List<Integer> starts = new ArrayList<>(4);
        int start = 0;
        for (int last = 0; last < sizes.groups(); last++) {
            if (isTooLong(sizes, start, last)) {
                int next = next(sizes, start, last);
                if (next > start) {
                    starts.add(next);
                }
                start = next;
            }
        }
        return starts;
    }

    /** The last group is kept in any case. */
    private int next(Sizes sizes, int from, int last) {
        boolean crowded = sizes.messages(from, last) > most;
        int start = from;
        while (start < last
                && (isTooLong(sizes, start, last)
                        || ((crowded || tokens(sizes, start, last) > low)
                                && sizes.messages(start + 1, last) >= keep))) {
            start++;
        }
        return start;
    }

    boolean isTooLong(Sizes sizes, int start, int last) {
        return tokens(sizes, start, last) > limit || sizes.messages(start, last) > most;
    }

    long tokens(Sizes sizes, int start, int last) {
        return sizes.tokens(start, last) + (start == 0 ? 0 : summary);
    }
}
