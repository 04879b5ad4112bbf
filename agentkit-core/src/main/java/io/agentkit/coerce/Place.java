package io.agentkit.coerce;

/** Where in a document something stands. */
enum Place {
    /** Nothing is around it. */
    TOP,
    /** The name of a property. */
    KEY,
    /** The value of a property. */
    VALUE,
    /** An element of an array. */
    ITEM
}
