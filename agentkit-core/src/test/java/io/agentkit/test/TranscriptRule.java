package io.agentkit.test;

/**
 * What a transcript has to keep to for a provider to take it. Behind each rule is where the provider says so: the API reference or guide, or,
 * where neither does, the error with which its API answers.
 */
public enum TranscriptRule {
    /**
     * There is at least one message besides the instructions. Anthropic: "{@code messages}: at least one message is required"; OpenAI:
     * {@code messages} has at least one element.
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Anthropic, Messages</a>
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions</a>
     */
    HAS_A_MESSAGE(true, true),

    /**
     * Instructions stand at the beginning. Anthropic has no such role among its messages but a parameter {@code system} of the request, into
     * which clients put what stands first.
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Anthropic, Messages, {@code system}</a>
     */
    SYSTEM_COMES_FIRST(true, true),

    /**
     * The first message is the user's. Anthropic: "messages: first message must use the "user" role".
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Anthropic, Messages, {@code messages}</a>
     */
    USER_COMES_FIRST(false, true),

    /**
     * Each result answers a call of the assistant's message right before the results. OpenAI: "messages with role 'tool' must be a response to
     * a preceeding message with 'tool_calls'"; Anthropic: "unexpected {@code tool_use_id} found in {@code tool_result} blocks".
     *
     * @see <a href="https://platform.openai.com/docs/guides/function-calling">OpenAI, Function calling</a>
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use">Anthropic, Implement tool use</a>
     */
    RESULT_ANSWERS_A_CALL(true, true),

    /**
     * Each call has its result before anything else follows, the end of the transcript included. OpenAI: "An assistant message with
     * 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"; Anthropic: "Each {@code tool_use} block must have a
     * corresponding {@code tool_result} block in the next message".
     *
     * @see <a href="https://platform.openai.com/docs/guides/function-calling">OpenAI, Function calling</a>
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use">Anthropic, Implement tool use</a>
     */
    CALL_IS_ANSWERED(true, true),

    /**
     * A call has one result. Anthropic: "each {@code tool_use} must have a single result"; OpenAI: one tool message for each
     * {@code tool_call_id}.
     *
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use">Anthropic, Implement tool use</a>
     */
    RESULT_COMES_ONCE(true, true),

    /**
     * Calls of one message have different identifiers: a result says by them which one it answers.
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions, {@code tool_calls[].id}</a>
     */
    CALLS_DIFFER(true, true),

    /**
     * Calls of the whole transcript have different identifiers. Anthropic: "{@code tool_use} ids must be unique".
     *
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use">Anthropic, Implement tool use</a>
     */
    IDENTIFIERS_ARE_UNIQUE(false, true),

    /**
     * Calls and results have an identifier: {@code id} and {@code tool_call_id} are required.
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions</a>
     */
    IDENTIFIER_IS_PRESENT(true, true),

    /**
     * Identifiers have at most 40 characters. OpenAI: "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum
     * length 40".
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions</a>
     */
    IDENTIFIER_IS_SHORT(true, false),

    /**
     * Identifiers consist of letters, digits, underscores and dashes. Anthropic: "String should match pattern '^[a-zA-Z0-9_-]+$'".
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Anthropic, Messages, {@code tool_use.id}</a>
     */
    IDENTIFIER_IS_PLAIN(false, true),

    /**
     * Names of tools consist of 1 to 64 letters, digits, underscores and dashes.
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions, {@code function.name}</a>
     * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use">Anthropic, Implement tool use</a>
     */
    NAME_IS_PLAIN(true, true),

    /**
     * A message of the user says or shows something. Anthropic: "all messages must have non-empty content except for the optional final
     * assistant message" and "text content blocks must be non-empty".
     *
     * @see <a href="https://platform.claude.com/docs/en/api/messages">Anthropic, Messages</a>
     */
    USER_SAYS_SOMETHING(true, true),

    /**
     * An answer says something or calls a tool. OpenAI: {@code content} is "required unless {@code tool_calls} is specified"; Anthropic as for
     * the user's, but that the last message may be empty.
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions, assistant message</a>
     */
    ANSWER_SAYS_SOMETHING(true, true),

    /**
     * An answer that the model is to go on with does not end in a blank. Anthropic: "final assistant content cannot end with trailing
     * whitespace".
     *
     * @see <a href="https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response">Anthropic, Prefill</a>
     */
    PREFILL_ENDS_IN_TEXT(false, true),

    /**
     * Only messages of the user hold images, sound and documents: an assistant's has text, refusals and calls.
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions</a>
     * @see <a href="https://platform.claude.com/docs/en/build-with-claude/vision">Anthropic, Vision</a>
     */
    MEDIA_ARE_THE_USERS(true, true),

    /**
     * One message calls at most 128 tools. OpenAI: "array too long. Expected an array with maximum length 128".
     *
     * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">OpenAI, Chat completions, {@code tool_calls}</a>
     */
    CALLS_ARE_FEW(true, false);

    private final boolean openAi;

    private final boolean anthropic;

    TranscriptRule(boolean openAi, boolean anthropic) {
        this.openAi = openAi;
        this.anthropic = anthropic;
    }

    /** Whether OpenAI's chat completions insist on it. */
    public boolean isOpenAis() {
        return openAi;
    }

    /** Whether Anthropic's messages insist on it. */
    public boolean isAnthropics() {
        return anthropic;
    }
}
