package io.agentkit.price;

/** What is priced apiece and not by the token. */
enum Unit {
    /** The request as such. */
    REQUEST,
    /** A search that the provider ran. */
    WEB_SEARCH,
    /** An image, of a model that is priced by images. */
    IMAGE,
    /** A second of sound or of computing, of a model that is priced by time. */
    SECOND
}
