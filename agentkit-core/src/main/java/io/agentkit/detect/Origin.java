package io.agentkit.detect;

/** Who a text comes from: people may ask for what data must not. */
public enum Origin {
    /** A person who talks to the model, or the application in that person's place. */
    USER,
    /** Data: what a tool gave back, a document, a page, an e-mail. */
    TOOL,
    /** What a model answered. */
    REPLY
}
