package io.agentkit.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinishReasonTests {

    @ParameterizedTest // TC-305
    @CsvSource({
        "stop, STOP",
        "STOP, STOP",
        "end_turn, STOP",
        "stop_sequence, STOP",
        "'', STOP",
        "' ', STOP",
        ", STOP",
        "tool_calls, TOOL_USE",
        "TOOL_CALLS, TOOL_USE",
        "tool_use, TOOL_USE",
        "function_call, TOOL_USE",
        "length, LENGTH",
        "MAX_TOKENS, LENGTH",
        "max_output_tokens, LENGTH",
        "content_filter, FILTERED",
        "SAFETY, FILTERED",
        "refusal, FILTERED",
        "guardrail_intervened, FILTERED",
        "pause_turn, OTHER",
        "something_new, OTHER"
    })
    void translatesTheWordsOfProviders(String word, FinishReason expected) {
        assertThat(FinishReason.of(word)).isEqualTo(expected);
    }
}
