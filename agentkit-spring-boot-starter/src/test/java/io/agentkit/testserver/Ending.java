package io.agentkit.testserver;

/**
 * How the answer to one request ended.
 *
 * @param kind who ended it
 * @param deltas content deltas (text, thinking, tool arguments) written by then; 0 for an answer that is no stream
 * @param events server-sent events of any sort written by then; 0 for an answer that is no stream
 */
public record Ending(Kind kind, int deltas, int events) {

    /** Who ended an answer. */
    public enum Kind {
        /** The server wrote all that the reply asked for. */
        ANSWERED,
        /** The client closed the connection first. */
        CLIENT_GONE,
        /** The server cut the connection, because the reply asked for it or the server was closed. */
        CUT
    }
}
