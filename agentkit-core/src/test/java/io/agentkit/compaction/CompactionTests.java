package io.agentkit.compaction;

import static io.agentkit.compaction.Compacted.call;
import static io.agentkit.compaction.Compacted.conversation;
import static io.agentkit.compaction.Compacted.result;
import static io.agentkit.compaction.CompactionStrategy.SLIDING_WINDOW;
import static io.agentkit.compaction.CompactionStrategy.TRUNCATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.ChatMiddleware;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Media;
import io.agentkit.chat.Message;
import io.agentkit.chat.TokenEstimator;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolDescription;
import io.agentkit.chat.ToolOutput;
import io.agentkit.spec.ToolSpec;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.TranscriptRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompactionTests {

    private static final Message SYSTEM = Message.system("be brief");

    private static final int PLENTY = 100_000;

    @Test // TC-510
    void keepsTheLatestMessagesAndTheSystemMessage() {
        List<Message> talk = List.of(
                Message.user("user 1"), Message.assistant("answer 1"), Message.user("user 2"), Message.assistant("an"));

        assertThat(Compacted.by(SLIDING_WINDOW, 2, PLENTY).send(with(SYSTEM, talk)))
                .isEqualTo(with(SYSTEM, talk.subList(2, 4)));
        assertThat(Compacted.by(SLIDING_WINDOW, 2, PLENTY).send(talk)).isEqualTo(talk.subList(2, 4));
    }

    @Test // TC-511, CM-01
    void keepsTheCallThatTheLastResultAnswersAndWhatTheUserAsked() {
        List<Message> talk = new ArrayList<>(conversation(3));
        talk.add(call("a", "b"));
        talk.add(result("a"));
        talk.add(result("b"));

        assertThat(Compacted.by(SLIDING_WINDOW, 1, PLENTY).send(talk)).isEqualTo(talk.subList(4, 8));
    }

    @Test // TC-512
    void keepsTheSystemMessageAndTheLatestOfTheUserWhenNothingElseIsWanted() {
        assertThat(Compacted.by(SLIDING_WINDOW, 0, PLENTY).send(with(SYSTEM, conversation(3))))
                .containsExactly(SYSTEM, Message.user("user 3"));
        assertThat(Compacted.by(SLIDING_WINDOW, 0, PLENTY).send(conversation(3)))
                .containsExactly(Message.user("user 3"));
    }

    @Test // TC-514
    void keepsAPairOfCallAndResultUnderALimitThatNothingFits() {
        List<Message> talk = List.of(SYSTEM, Message.user("weather?"), call("a"), result("a"));

        Compacted chain = Compacted.by(TRUNCATION, 2, 1);

        assertThat(chain.send(talk)).isEqualTo(talk);
        assertThat(chain.event().overLimit()).isTrue();
        assertThat(chain.event().messagesAfter()).isEqualTo(4);
    }

    @ParameterizedTest // TC-515, TC-136
    @EnumSource
    void letsWhatFitsPassAsTheIdenticalRequest(CompactionStrategy strategy) {
        Compacted chain = Compacted.by(strategy, 10, 12_000);
        ChatRequest request = ChatRequest.builder().messages(conversation(3)).build();

        assertThat(chain.send(request)).isSameAs(request);
        assertThat(chain.events()).isEmpty();
    }

    @Test // TC-516
    void countsTheArgumentsOfTools() {
        List<Message> talk = new ArrayList<>();
        talk.add(Message.user("sum up"));
        for (int i = 0; i < 80; i++) {
            talk.add(Message.assistant(
                    "", List.of(new ToolCall("c" + i, "read", "{\"text\":\"" + "x".repeat(200) + "\"}"))));
            talk.add(Message.tool(new ToolOutput("c" + i, "read", "ok")));
        }
        Compacted chain = Compacted.by(TRUNCATION, 10, 1_000);

        List<Message> sent = chain.send(talk);

        assertThat(sent).hasSizeLessThan(40);
        assertThat(Compacted.tokens(sent)).isLessThanOrEqualTo(1_000);
        assertThat(TranscriptRules.broken(sent)).isEmpty();
        assertThat(chain.send(talk.subList(0, 5))).isEqualTo(talk.subList(0, 5));
    }

    @Test // TC-517
    void countsAsTheRestOfTheApplicationDoes() {
        Compacted chain = Compacted.by(SLIDING_WINDOW, 2, PLENTY);
        ChatRequest request = ChatRequest.builder()
                .messages(with(SYSTEM, conversation(9)))
                .tools(List.of(new ToolDescription("weather", "tells the weather", "{\"type\":\"object\"}")))
                .build();

        ChatRequest sent = chain.send(request);

        assertThat(chain.event().tokensBefore()).isEqualTo(TokenEstimator.QUARTER.tokens(request));
        assertThat(chain.event().tokensAfter()).isEqualTo(TokenEstimator.QUARTER.tokens(sent));
    }

    @Test
    void countsSchemasAndMedia() {
        Message picture = Message.user("", List.of(new Media("image/png", "")));
        ToolDescription tool = new ToolDescription("weather", "", "x".repeat(8_000));
        Compacted chain = Compacted.by(TRUNCATION, 0, 4_000);

        assertThat(chain.send(List.of(picture, Message.assistant("nice"), picture)))
                .hasSize(3);
        assertThat(chain.send(ChatRequest.builder()
                                .messages(List.of(picture, Message.assistant("nice"), picture))
                                .tools(List.of(tool))
                                .build())
                        .messages())
                .containsExactly(picture);
    }

    @Test // TC-135
    void tellsSizesAndNoTexts() {
        Compacted chain = Compacted.by(SLIDING_WINDOW, 3, PLENTY);
        List<Message> talk = with(SYSTEM, conversation(5));

        chain.send(talk);

        ContextCompacted event = chain.event();
        assertThat(event.messagesBefore()).isEqualTo(10);
        assertThat(event.messagesAfter()).isLessThanOrEqualTo(4);
        assertThat(event.tokensSaved()).isPositive();
        assertThat(event.strategy()).isEqualTo(SLIDING_WINDOW);
        assertThat(event.chain()).isEqualTo("chat");
        assertThat(event.toString()).doesNotContain("user 5", "be brief");
    }

    @Test // TC-130
    void sendsWhatCameWhenNothingWouldBeLeft() {
        Compacted chain = Compacted.by(SLIDING_WINDOW, 10, PLENTY);
        List<Message> talk = List.of(result("a"), result("b"));

        assertThat(chain.send(talk)).isEqualTo(talk);
        assertThat(chain.harness.events.of(CompactionRejected.class))
                .singleElement()
                .satisfies(event -> assertThat(event.messages()).isEqualTo(2));
    }

    @Test // TC-131
    void sendsASystemMessageAloneWhenNothingElseIsLeft() {
        assertThat(Compacted.by(SLIDING_WINDOW, 10, PLENTY).send(List.of(SYSTEM, result("a"))))
                .containsExactly(SYSTEM);
    }

    @Test // TC-132, TC-134
    void compactsAlsoWhenAListenerFails() {
        ChainHarness harness = ChainHarness.create();
        harness.environment(harness.environment().withListener(event -> {
            throw new IllegalStateException("broken");
        }));
        ChatMiddleware compaction = CompactionSpec.defaults().withKeepRecent(2).chatMiddleware(harness.resources());
        harness.add("compaction", compaction).model.reply("ok");

        harness.chatHandler()
                .call(ChatRequest.builder().messages(conversation(9)).build());

        assertThat(harness.model.requests().get(0).messages()).hasSizeLessThanOrEqualTo(4);
    }

    @Test // CM-02, CM-05, CM-06
    void movesAWindowByWholeRoundsWhateverTheSizeOfTurns() {
        List<Message> talk = new ArrayList<>();
        Compacted chain = Compacted.by(SLIDING_WINDOW, 3, PLENTY);
        for (int turn = 0; turn < 12; turn++) {
            talk.add(Message.user("weather in city " + turn + "?"));
            assertThat(TranscriptRules.broken(chain.send(talk))).isEmpty();
            talk.add(call("a" + turn, "b" + turn));
            talk.add(result("a" + turn));
            talk.add(result("b" + turn));
            assertThat(TranscriptRules.broken(chain.send(talk))).isEmpty();
            talk.add(Message.assistant("4 degrees"));
        }
    }

    @Test // CM-03
    void neverLeavesOutASystemMessage() {
        List<Message> sent = Compacted.by(TRUNCATION, 0, 1).send(with(SYSTEM, conversation(30)));

        assertThat(sent).containsExactly(SYSTEM, Message.user("user 30"));
    }

    @Test
    void leavesOutOldRoundsOfATurnThatIsLongerThanTheLimitButNotItsQuestion() {
        List<Message> talk = new ArrayList<>(conversation(2));
        for (int i = 0; i < 50; i++) {
            talk.add(call("c" + i));
            talk.add(result("c" + i));
        }

        List<Message> sent = Compacted.by(TRUNCATION, 2, 120).send(talk);

        assertThat(sent.get(0)).isEqualTo(Message.user("user 2"));
        assertThat(sent.get(sent.size() - 1)).isSameAs(talk.get(talk.size() - 1));
        assertThat(Compacted.tokens(sent)).isBetween(60L, 120L);
        assertThat(TranscriptRules.broken(sent)).isEmpty();
    }

    @Test
    void keepsThoughtsWithTheCallsTheyLedTo() {
        Message thoughts = Message.view(
                Message.Role.ASSISTANT, "", List.of(), List.of(), List.of(), "a native message with a signature");
        List<Message> talk = new ArrayList<>(conversation(9));
        talk.addAll(List.of(thoughts, call("a"), result("a")));

        List<Message> sent = Compacted.by(SLIDING_WINDOW, 1, PLENTY).send(talk);

        assertThat(sent).isEqualTo(talk.subList(16, 20));
        assertThat(sent.get(1)).isSameAs(thoughts);
    }

    @Test
    void leavesThePrefixAloneForSeveralTurns() {
        Compacted chain = Compacted.by(SLIDING_WINDOW, 10, PLENTY);
        int moved = 0;
        Message first = null;
        for (int turns = 1; turns <= 60; turns++) {
            Message begin = chain.send(conversation(turns)).get(0);
            moved += begin.equals(first) ? 0 : 1;
            first = begin;
        }

        // 119 messages, and each move leaves out five or six.
        assertThat(moved).isBetween(15, 24);
    }

    @Test
    void keepsAsManyRecentMessagesAsFit() {
        List<Message> sent = Compacted.by(SLIDING_WINDOW, 10, PLENTY).send(conversation(40));

        assertThat(sent).hasSizeBetween(10, 15);
    }

    @Test
    void leavesAConversationAloneThatTheProviderKeeps() {
        Compacted chain = Compacted.by(SLIDING_WINDOW, 0, 1);
        StoredRequest request = new StoredRequest(List.of(result("kept-there")));

        assertThat(chain.send(request)).isSameAs(request);
    }

    @Test
    void countsWithTheTokenizerWhereTheEstimateDecides() {
        ChainHarness harness = ChainHarness.create();
        TokenEstimator halves = new TokenEstimator() {
            @Override
            public long tokens(String text) {
                return text.length() / 4;
            }

            @Override
            public TokenEstimator forBilling(String model) {
                return text -> text.length() / 2;
            }
        };
        harness.environment(harness.environment().withTokens(halves));
        harness.add(
                "compaction",
                CompactionSpec.defaults()
                        .withStrategy(TRUNCATION)
                        .withMaxTokens(1_000)
                        .chatMiddleware(harness.resources()));
        harness.model.reply("ok").reply("ok");
        Message long1 = Message.user("x".repeat(3_400));
        List<Message> talk = List.of(long1, Message.assistant("yes"), Message.user("and now?"));

        harness.chatHandler().call(ChatRequest.builder().messages(talk).build());
        harness.chatHandler()
                .call(ChatRequest.builder()
                        .messages(List.of(Message.user("x".repeat(2_000)), Message.assistant("yes"), talk.get(2)))
                        .build());

        assertThat(harness.model.requests().get(0).messages()).containsExactly(talk.get(2));
        assertThat(harness.model.requests().get(1).messages()).hasSize(3);
    }

    @Test // TC-137
    void isForModelsOnly() {
        assertThat(ToolSpec.class.isAssignableFrom(CompactionSpec.class)).isFalse();
    }

    @Test // TC-512
    void refusesSettingsThatCannotWork() {
        assertThatThrownBy(() -> CompactionSpec.defaults().withKeepRecent(-1))
                .hasMessage("'keepRecent' must be at least 0 (was -1)");
        assertThatThrownBy(() -> CompactionSpec.defaults().withMaxTokens(0))
                .hasMessage("'maxTokens' must be at least 1 (was 0)");
        assertThatThrownBy(() -> CompactionSpec.defaults().withSummarizerModel("m"))
                .hasMessage("'summarizerModel' is for the strategies summarization and importance (was m)");
    }

    private static List<Message> with(Message system, List<Message> talk) {
        List<Message> all = new ArrayList<>(talk);
        all.add(0, system);
        return all;
    }
}
