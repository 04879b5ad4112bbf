package io.agentkit.observe;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import org.jspecify.annotations.Nullable;

/**
 * The observations that agentkit makes, and their keys. Every low-cardinality key is always there, {@code none} when there is nothing to
 * say, so that meters made of them keep one set of labels.
 */
public enum AgentKitObservation implements ObservationDocumentation {
    /** One call of a model as the application sees it, with all its attempts. */
    CHAT(
            "agentkit.chat",
            DefaultChatObservationConvention.class,
            ChatLabel.values(),
            KeyName.merge(CallKey.values(), ChatKey.values()),
            RequestEvent.values()),

    /** One call of a tool, with all its attempts. */
    TOOL(
            "agentkit.tool",
            DefaultToolObservationConvention.class,
            ToolLabel.values(),
            KeyName.merge(CallKey.values(), ToolKey.values()),
            RequestEvent.values()),

    /** One physical request of a call; only where the client beneath makes no observation of its own. */
    REQUEST("agentkit.request", null, RequestLabel.values(), RequestKey.values(), EMPTY_EVENT_NAMES);

    private final String name;
    private final @Nullable Class<? extends ObservationConvention<? extends Observation.Context>> convention;
    private final KeyName[] labels;
    private final KeyName[] keys;
    private final Observation.Event[] events;

    AgentKitObservation(
            String name,
            @Nullable Class<? extends ObservationConvention<? extends Observation.Context>> convention,
            KeyName[] labels,
            KeyName[] keys,
            Observation.Event[] events) {
        this.name = name;
        this.convention = convention;
        this.labels = labels;
        this.keys = keys;
        this.events = events;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public @Nullable Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return convention;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return labels.clone();
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
        return keys.clone();
    }

    @Override
    public Observation.Event[] getEvents() {
        return events.clone();
    }

    /** Labels of {@link #CHAT}. */
    public enum ChatLabel implements KeyName {
        /** Always {@code chat}. */
        OPERATION("gen_ai.operation.name"),
        /** The provider, such as {@code openai}. */
        PROVIDER("gen_ai.provider.name"),
        /** The model asked for; {@code other} after 100 different ones. */
        REQUEST_MODEL("gen_ai.request.model"),
        /** The model that gave the answer; {@code other} after 100 different ones. */
        RESPONSE_MODEL("gen_ai.response.model"),
        /** Name of the chain. */
        CHAIN("agentkit.chain"),
        /** {@code none} for a new answer, {@code hit} for one that was used again. */
        CACHE_STATUS("agentkit.cache.status"),
        /** What went wrong, such as {@code rate limited}. */
        ERROR_KIND("agentkit.error.kind");

        private final String key;

        ChatLabel(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Labels of {@link #TOOL}. */
    public enum ToolLabel implements KeyName {
        /** Always {@code execute_tool}. */
        OPERATION("gen_ai.operation.name"),
        /** The tool; {@code other} after 100 different ones. */
        TOOL("gen_ai.tool.name"),
        /** Name of the chain. */
        CHAIN("agentkit.chain"),
        /** {@code none} for a new result, {@code hit} for one that was used again. */
        CACHE_STATUS("agentkit.cache.status"),
        /** What went wrong, such as {@code blocked}. */
        ERROR_KIND("agentkit.error.kind");

        private final String key;

        ToolLabel(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Labels of {@link #REQUEST}. */
    public enum RequestLabel implements KeyName {
        /** {@code chat} or {@code execute_tool}. */
        OPERATION("gen_ai.operation.name"),
        /** The provider, such as {@code openai}. */
        PROVIDER("gen_ai.provider.name"),
        /** The model or tool asked for; {@code other} after 100 different ones. */
        TARGET("agentkit.target"),
        /** How it ended: {@code succeeded}, {@code failed} or {@code cancelled}. */
        STATUS("agentkit.request.status");

        private final String key;

        RequestLabel(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Keys of every call. */
    public enum CallKey implements KeyName {
        /** The call. */
        CALL_ID("agentkit.call.id"),
        /** The run it belongs to. */
        RUN_ID("agentkit.run.id"),
        /** How deeply agents are nested, from 0. */
        DEPTH("agentkit.depth"),
        /** The run's tenant; {@code none} without one. Other scope values follow the same pattern. */
        TENANT("agentkit.scope.tenant"),
        /** The run's agent; absent without one. */
        AGENT("gen_ai.agent.name"),
        /** The run's scope value named {@code conversation}; absent without one. */
        CONVERSATION("gen_ai.conversation.id"),
        /** How many times the inner part was tried. */
        ATTEMPTS("agentkit.attempts"),
        /** Physical requests, refused ones included. */
        REQUESTS("agentkit.requests"),
        /** Class of the exception; absent when there was none. */
        ERROR_TYPE("error.type");

        private final String key;

        CallKey(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Further keys of {@link #CHAT}; absent where there is nothing to say. */
    public enum ChatKey implements KeyName {
        /** Prompt tokens, cached ones included. */
        INPUT_TOKENS("gen_ai.usage.input_tokens"),
        /** Tokens of the answer, reasoning included. */
        OUTPUT_TOKENS("gen_ai.usage.output_tokens"),
        /** Prompt tokens read from the provider's cache, when there were any. */
        CACHE_READ_TOKENS("gen_ai.usage.cache_read.input_tokens"),
        /** Prompt tokens written to the provider's cache, when there were any. */
        CACHE_CREATION_TOKENS("gen_ai.usage.cache_creation.input_tokens"),
        /** Tokens of reasoning, when there were any. */
        REASONING_TOKENS("gen_ai.usage.reasoning.output_tokens"),
        /** Whether the tokens are our estimate. */
        USAGE_ESTIMATED("agentkit.usage.estimated"),
        /** Price of all requests of the call in US dollars. */
        COST("agentkit.cost.usd"),
        /** False when a part of the price is estimated or unknown: it then means "at least". */
        COST_EXACT("agentkit.cost.exact"),
        /** What the answer would have cost more without the provider's cache, in US dollars. */
        SAVED_BY_CACHE("agentkit.cost.saved_by_cache_usd"),
        /** Why the model stopped. */
        FINISH_REASONS("gen_ai.response.finish_reasons"),
        /** Seconds until a streaming consumer was shown the first text. */
        FIRST_TEXT("gen_ai.response.time_to_first_chunk"),
        /** Names of the tools that the model asked for, the first 16. */
        TOOL_CALLS("agentkit.response.tool_calls"),
        /** How many tool calls the model asked for. */
        TOOL_CALL_COUNT("agentkit.response.tool_call_count"),
        /** The prompt, only with {@code include-content}. */
        INPUT_MESSAGES("gen_ai.input.messages"),
        /** The answer, only with {@code include-content}. */
        OUTPUT_MESSAGES("gen_ai.output.messages");

        private final String key;

        ChatKey(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Further keys of {@link #TOOL}; absent where there is nothing to say. */
    public enum ToolKey implements KeyName {
        /** The model's identifier of the call. */
        CALL_ID("gen_ai.tool.call.id"),
        /** What a second call would do. */
        SAFETY("agentkit.tool.safety"),
        /** Size of the result in bytes of UTF-8, uncut. */
        RESULT_SIZE("agentkit.tool.result.size"),
        /** The arguments, only with {@code include-content}. */
        ARGUMENTS("gen_ai.tool.call.arguments"),
        /** The result, only with {@code include-content}. */
        RESULT("gen_ai.tool.call.result");

        private final String key;

        ToolKey(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Further keys of {@link #REQUEST}. */
    public enum RequestKey implements KeyName {
        /** The call. */
        CALL_ID("agentkit.call.id"),
        /** Counts the requests of the call, from 1. */
        NUMBER("agentkit.request.number"),
        /** Class of the exception; absent when there was none. */
        ERROR_TYPE("error.type");

        private final String key;

        RequestKey(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Events of a call. */
    public enum RequestEvent implements Observation.Event {
        /** A physical request goes out; only where the client beneath makes observations of its own. */
        SENT("request.sent"),
        /** A physical request failed; only where the client beneath makes observations of its own. */
        FAILED("request.failed"),
        /** Another attempt begins with the next request. */
        RETRY("retry.attempt"),
        /** The answer is one that another call was given. */
        CACHE_HIT("cache.hit");

        private final String event;

        RequestEvent(String event) {
            this.event = event;
        }

        @Override
        public String getName() {
            return event;
        }
    }
}
