package io.agentkit.price;

import org.jspecify.annotations.Nullable;

/** Tokens that may have a rate of their own, each with the kind whose rate they have otherwise. */
enum TokenKind {
    INPUT(null),
    OUTPUT(null),
    CACHE_READ(INPUT),
    CACHE_WRITE(INPUT),
    CACHE_WRITE_1H(INPUT),
    REASONING(OUTPUT),
    AUDIO_INPUT(INPUT),
    AUDIO_CACHE_READ(CACHE_READ),
    AUDIO_OUTPUT(OUTPUT),
    IMAGE_INPUT(INPUT),
    IMAGE_CACHE_READ(CACHE_READ),
    IMAGE_OUTPUT(OUTPUT),
    VIDEO_INPUT(INPUT);

    static final int COUNT = values().length;

    private final @Nullable TokenKind general;

    TokenKind(@Nullable TokenKind general) {
        this.general = general;
    }

    /** The kind whose rate stands in; null for the two that have none. */
    @Nullable
    TokenKind general() {
        return general;
    }

    /** {@link #INPUT} or {@link #OUTPUT}. */
    TokenKind root() {
        return general == null ? this : general.root();
    }

    boolean isPrompt() {
        return root() == INPUT;
    }
}
