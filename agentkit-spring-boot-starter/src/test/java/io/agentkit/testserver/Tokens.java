package io.agentkit.testserver;

/**
 * Token counts that mean the same on both protocols; immutable.
 *
 * <p>OpenAI reports {@code prompt_tokens = uncached + cacheRead + cacheWrite}, Anthropic {@code input_tokens = uncached}.
 *
 * @param uncached input tokens that no cache was involved in
 * @param cacheRead input tokens read from the provider's cache
 * @param cacheWrite input tokens written to the provider's cache
 * @param output output tokens, reasoning included
 * @param reasoning the part of {@code output} that was reasoning
 */
public record Tokens(int uncached, int cacheRead, int cacheWrite, int output, int reasoning) {

    static final Tokens NONE = new Tokens(0, 0, 0, 0, 0);

    /** What a reply reports when the test says nothing about usage: 10 in, 5 out. */
    static final Tokens USUAL = new Tokens(10, 0, 0, 5, 0);

    public Tokens uncached(int n) {
        return new Tokens(n, cacheRead, cacheWrite, output, reasoning);
    }

    public Tokens cacheRead(int n) {
        return new Tokens(uncached, n, cacheWrite, output, reasoning);
    }

    public Tokens cacheWrite(int n) {
        return new Tokens(uncached, cacheRead, n, output, reasoning);
    }

    public Tokens output(int n) {
        return new Tokens(uncached, cacheRead, cacheWrite, n, reasoning);
    }

    public Tokens reasoning(int n) {
        return new Tokens(uncached, cacheRead, cacheWrite, output, n);
    }
}
