package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCallLedgerTests {

    private final ToolCallLedger ledger = new ToolCallLedger();

    @Test
    void findsACallByNameAndArguments() {
        ledger.emitted(List.of(call("1", "a", "{}"), call("2", "b", "{\"x\":1}"), call("3", "b", "{\"x\":2}")));

        assertThat(ledger.take("b", "{\"x\":2}").call().id()).isEqualTo("3");
        assertThat(ledger.take("b", "{\"x\":1}").call().id()).isEqualTo("2");
        assertThat(ledger.take("a", "{}").key()).isEqualTo("1:0:1:a");
    }

    @Test
    void takesEqualCallsInTheModelsOrder() {
        ledger.emitted(List.of(call("1", "a", "{}"), call("2", "a", "{}")));

        assertThat(ledger.take("a", "{}").call().id()).isEqualTo("1");
        assertThat(ledger.take("a", "{}").call().id()).isEqualTo("2");
    }

    @Test
    void takesTheFirstOfTheToolWhenTheArgumentsWereRewritten() {
        ledger.emitted(List.of(call("1", "a", "{\"x\":1}"), call("2", "a", "{\"x\":2}")));

        assertThat(ledger.take("a", "{ \"x\": 1 }").call().id()).isEqualTo("1");
    }

    @Test
    void tellsRoundsApartWhoseIdentifiersRepeatOrAreBlank() {
        ledger.emitted(List.of(call("", "a", "{}")));
        String first = ledger.take("a", "{}").key();
        ledger.emitted(List.of(call("", "a", "{}")));

        assertThat(ledger.take("a", "{}").key()).isNotEqualTo(first);
    }

    @Test
    void makesUpACallThatNoModelAskedFor() {
        ToolCallLedger.Entry one = ledger.take("a", "{}");
        ToolCallLedger.Entry two = ledger.take("a", "{}");

        assertThat(one.call()).isEqualTo(new ToolCall("", "a", "{}"));
        assertThat(one.key()).isNotEqualTo(two.key());
    }

    @Test
    void forgetsTheOldestOfCallsThatNobodyMakes() {
        for (int i = 0; i < 1_001; i++) {
            ledger.emitted(List.of(call("id" + i, "a", "{\"i\":" + i + "}")));
        }

        assertThat(ledger.take("a", "{\"i\":1000}").call().id()).isEqualTo("id1000");
        assertThat(ledger.take("a", "{\"i\":0}").call().id()).isEqualTo("id1");
    }

    @Test
    void knowsACallAgainThatAFrameworkReplays() {
        ledger.emitted(List.of(call("1", "a", "")), "support");
        ToolCallLedger.Entry first = ledger.take("a", "{}");

        assertThat(first.chain()).isEqualTo("support");
        assertThat(ledger.take("a", "{}")).isEqualTo(first);
        assertThat(ledger.take("a", "{\"x\":1}").key()).isNotEqualTo(first.key());
    }

    @Test
    void knowsAReplayAgainWhoseArgumentsWereRewrittenBothTimes() {
        ledger.emitted(List.of(call("1", "a", "{\"x\":1}")));
        String first = ledger.take("a", "{ \"x\": 1 }").key();

        assertThat(ledger.take("a", "{ \"x\": 1 }").key()).isEqualTo(first);
    }

    @Test
    void takesAReplayForNoOtherCallThatIsStillOpen() {
        ledger.emitted(List.of(call("1", "a", "{\"x\":1}"), call("2", "a", "{\"x\":2}")));
        String first = ledger.take("a", "{\"x\":1}").key();

        assertThat(ledger.take("a", "{\"x\":1}").key()).isEqualTo(first);
        assertThat(ledger.take("a", "{\"x\":2}").call().id()).isEqualTo("2");
    }

    @Test
    void notesARoundOnceThatPassesTwice() {
        List<ToolCall> round = List.of(call("1", "a", "{}"), call("2", "b", "{}"));
        ledger.emitted(round);
        ledger.emittedOnce(round);
        assertThat(ledger.take("a", "{}").key()).isEqualTo("1:0:1:a");
        ledger.emittedOnce(round);

        assertThat(ledger.take("b", "{}").key()).isEqualTo("1:1:2:b");
        assertThat(ledger.take("b", "{}").key()).isEqualTo("1:1:2:b");
    }

    @Test
    void takesEqualCallsByTheirIdentifiersInAnyOrder() {
        ledger.emitted(List.of(call("1", "a", "{}"), call("2", "a", "{}")), "support");

        assertThat(ledger.take("2", "a", "").key()).isEqualTo("1:1:2:a");
        assertThat(ledger.take("1", "a", "{}").key()).isEqualTo("1:0:1:a");
        assertThat(ledger.take("2", "a", "{}").key()).isEqualTo("1:1:2:a");
        assertThat(ledger.take("3", "a", "{\"x\":1}").call().id()).isEmpty();
    }

    private static ToolCall call(String id, String name, String arguments) {
        return new ToolCall(id, name, arguments);
    }
}
