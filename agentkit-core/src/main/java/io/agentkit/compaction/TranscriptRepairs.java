package io.agentkit.compaction;

/**
 * What was done to a transcript that no provider would have taken. Nothing is made up: what has no counterpart goes, what stands in the wrong
 * place moves.
 *
 * @param orphanResults results that answer no call, left out
 * @param unansweredCalls calls without a result, left out; a message with nothing else in it goes with them
 * @param duplicateResults further results of a call, left out
 * @param duplicateCalls further calls of one message with the same identifier, left out
 * @param emptyAnswers answers with nothing in them, left out
 * @param begunTurn answers at the beginning that belonged to a turn of which the beginning is missing, left out: results without their calls
 *     stood among them
 * @param moved messages that were moved: results behind their calls, system messages to the beginning
 */
public record TranscriptRepairs(
        int orphanResults,
        int unansweredCalls,
        int duplicateResults,
        int duplicateCalls,
        int emptyAnswers,
        int begunTurn,
        int moved) {

    /** The transcript was sound. */
    public static final TranscriptRepairs NONE = new TranscriptRepairs(0, 0, 0, 0, 0, 0, 0);

    /** How many there were of all kinds. */
    public int total() {
        return orphanResults + unansweredCalls + duplicateResults + duplicateCalls + emptyAnswers + begunTurn + moved;
    }
}
