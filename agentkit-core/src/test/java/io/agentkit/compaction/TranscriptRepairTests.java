package io.agentkit.compaction;

import static io.agentkit.compaction.Compacted.call;
import static io.agentkit.compaction.Compacted.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.test.TranscriptCase;
import io.agentkit.test.TranscriptRule;
import io.agentkit.test.TranscriptRules;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TranscriptRepairTests {

    /** What is about the order and the counterparts of messages; the rest is not ours to mend. */
    private static final Set<TranscriptRule> REPAIRED = EnumSet.of(
            TranscriptRule.SYSTEM_COMES_FIRST,
            TranscriptRule.RESULT_ANSWERS_A_CALL,
            TranscriptRule.CALL_IS_ANSWERED,
            TranscriptRule.RESULT_COMES_ONCE,
            TranscriptRule.CALLS_DIFFER);

    private static final Message WEATHER = Message.user("weather?");

    private final Compacted chain = Compacted.by(CompactionSpec.defaults().withMaxTokens(100_000));

    static List<TranscriptCase> cases() {
        return TranscriptCase.known();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mendsWhatItCanOfEveryKnownFaultAndLeavesTheRestAlone(TranscriptCase transcript) {
        List<Message> sent = chain.send(transcript.messages());

        assertThat(TranscriptRules.broken(sent)).doesNotContainAnyElementsOf(REPAIRED);
        if (transcript.breaks().isEmpty()) {
            assertThat(sent).isEqualTo(transcript.messages());
        }
    }

    @Test
    void leavesOutOrphansCallsWithoutResultsAndWhatComesTwice() {
        List<Message> sent = chain.send(List.of(
                WEATHER, call("a", "b"), result("a"), result("a"), result("z"), Message.user("hurry"), call("c")));

        assertThat(sent).containsExactly(WEATHER, call("a"), result("a"), Message.user("hurry"));
        assertThat(chain.event().repairs()).isEqualTo(new TranscriptRepairs(1, 2, 1, 0, 0, 0, 0));
    }

    @Test
    void keepsTheMessageOfWhichOnlySomeResultsAreRight() {
        List<Message> sent = chain.send(List.of(WEATHER, call("a"), result("a", "z")));

        assertThat(sent).containsExactly(WEATHER, call("a"), result("a"));
    }

    @Test
    void keepsWhatAnAnswerSaysBesideACallThatNobodyMade() {
        Message asking = Message.assistant("let me look", List.of(new ToolCall("a", "weather", "{}")));

        assertThat(chain.send(List.of(WEATHER, asking, Message.user("well?"))))
                .containsExactly(WEATHER, Message.assistant("let me look"), Message.user("well?"));
    }

    @Test
    void movesALateResultBehindItsCall() {
        Message hurry = Message.user("hurry");
        Message late = result("a");

        List<Message> sent = chain.send(List.of(WEATHER, call("a"), hurry, late));

        assertThat(sent).containsExactly(WEATHER, call("a"), late, hurry);
        assertThat(sent.get(2)).isSameAs(late);
        assertThat(chain.event().repairs().moved()).isEqualTo(1);
    }

    @Test // CM-04
    void movesSystemMessagesToTheBeginning() {
        Message brief = Message.system("be brief");
        Message kind = Message.system("be kind");

        assertThat(chain.send(List.of(brief, WEATHER, Message.assistant("4"), kind, Message.user("ok"))))
                .containsExactly(brief, kind, WEATHER, Message.assistant("4"), Message.user("ok"));
    }

    @Test // CM-02, CM-06
    void leavesOutTheRestOfATurnWhoseBeginningIsMissing() {
        Message next = Message.user("and tomorrow?");

        assertThat(chain.send(List.of(result("a"), Message.assistant("4 degrees"), next)))
                .containsExactly(next);
        assertThat(chain.send(List.of(result("a"), call("b"), result("b"), Message.assistant("4"), next)))
                .containsExactly(next);
        assertThat(chain.event().repairs()).isEqualTo(new TranscriptRepairs(1, 0, 0, 0, 0, 2, 0));
    }

    @Test
    void leavesAGreetingAlone() {
        List<Message> greeted = List.of(Message.assistant("How can I help?"), WEATHER);

        assertThat(chain.send(greeted)).isEqualTo(greeted);
        assertThat(chain.events()).isEmpty();
    }

    @Test
    void pairsCallsWithoutIdentifiersByNameAndOrder() {
        Message asking = Message.assistant("", List.of(new ToolCall("", "f", "1"), new ToolCall("", "g", "2")));
        Message f = Message.tool(new ToolOutput("", "f", "one"));
        Message g = Message.tool(new ToolOutput("", "g", "two"));
        List<Message> sound = List.of(WEATHER, asking, g, f, asking, f, g);

        assertThat(chain.send(sound)).isEqualTo(sound);
        assertThat(chain.send(List.of(WEATHER, asking, f)))
                .containsExactly(WEATHER, Message.assistant("", List.of(new ToolCall("", "f", "1"))), f);
    }

    @Test
    void pairsIdentifiersThatComeAgainWithTheLatestCall() {
        List<Message> sound = List.of(WEATHER, call("a"), result("a"), call("a"), result("a"));

        assertThat(chain.send(sound)).isEqualTo(sound);
        assertThat(chain.events()).isEmpty();
    }

    @Test
    void makesNothingUp() {
        Message thoughts = Message.view(
                Message.Role.ASSISTANT, "", List.of(), List.of(), List.of(), "a native message with thoughts");
        List<Message> sound = List.of(WEATHER, thoughts, Message.user("well?"));

        assertThat(chain.send(sound)).isEqualTo(sound);
        assertThat(chain.send(List.of(WEATHER, Message.assistant(""), Message.user("well?"))))
                .containsExactly(WEATHER, Message.user("well?"));
    }
}
