package io.agentkit.chat;

/**
 * An image, a sound or a document in a message.
 *
 * @param mimeType such as {@code image/png}
 * @param source where it is or what it holds, in the framework's own form; chains do not look inside
 */
public record Media(String mimeType, Object source) {

    /** The type, never the content. */
    @Override
    public String toString() {
        return "Media[%s]".formatted(mimeType);
    }
}
