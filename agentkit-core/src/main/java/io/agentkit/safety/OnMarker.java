package io.agentkit.safety;

/** What becomes of the result of a tool that holds what looks like instructions. */
public enum OnMarker {
    /** The model reads it, and reads that it must not follow it. */
    NOTE,
    /** The model reads in its place that it was withheld. The tool did run, and the call succeeds. */
    BLOCK
}
