package io.agentkit.spend;

/**
 * Parts of a request of which nobody can say beforehand what they cost at most.
 */
public enum Unbounded {
    /** Images, sound and files in messages, documents beside them, and content that the provider keeps for later prompts. */
    MEDIA,
    /** Tools that the provider runs itself, such as its search. */
    HOSTED_TOOLS
}
