package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.AgentKitException;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.ErrorKind;
import io.agentkit.Run;
import io.agentkit.StreamMode;
import io.agentkit.chat.CacheStatus;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Delta;
import io.agentkit.chat.FinishReason;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.test.RecordedStream;
import io.agentkit.test.ScriptedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ChatMemoizeTests {

    private static final int MANY = 64;

    private final ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.25"));
    private final Map<String, Object> beans = new HashMap<>();
    private final Caches caches = new Caches();

    private ChatMemoizeTests with(ChatMemoizeSpecBuilder spec) {
        beans.put("caches", caches);
        harness.add("memoize", spec.build().chatMiddleware(Resources.of(harness.environment(), beans)));
        return this;
    }

    private ChatMemoizeTests withDefaults() {
        return with(ChatMemoizeSpec.builder());
    }

    private CacheFigures figures() {
        return caches.all().get(0);
    }

    @Test // TC-037, TC-081, CO-26
    void usesAnAnswerAgainWithoutARequest() {
        withDefaults().harness.model.reply("hello");

        ChatReply first = harness.chat("hi");
        ChatReply second = harness.chat("hi");

        assertThat(first.cacheStatus()).isEqualTo(CacheStatus.NONE);
        assertThat(second.cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(second.text()).isEqualTo("hello");
        assertThat(second.usage()).isEqualTo(ScriptedModel.usage());
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test // TC-095, TC-039
    void tellsWhatAHitHasSaved() {
        withDefaults().harness.model.reply("hello");
        harness.chat("hi");
        assertThat(harness.events.of(CacheHit.class)).isEmpty();
        harness.chat("hi");

        assertThat(harness.events.of(CacheHit.class)).singleElement().satisfies(told -> {
            assertThat(told.how()).isEqualTo(CacheHit.How.FOUND);
            assertThat(told.usage()).isEqualTo(ScriptedModel.usage());
            assertThat(told.savedUsd()).isEqualTo(Money.usd("0.25"));
        });
        assertThat(figures().savedUsd()).isEqualTo(Money.usd("0.25"));
        assertThat(figures().ratio()).isEqualTo(0.5);
    }

    @ParameterizedTest // EC-03, EC-04, TC-113
    @MethodSource
    void keepsNoAnswerThatIsNotWhole(ChatReply answer) {
        withDefaults().harness.model.always(attempt -> answer);

        harness.chat("hi");
        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    static Stream<ChatReply> keepsNoAnswerThatIsNotWhole() {
        return Stream.of(
                reply("cut").finishReason(FinishReason.LENGTH).build(),
                reply("withheld").finishReason(FinishReason.FILTERED).build(),
                reply("paused").finishReason(FinishReason.OTHER).build(),
                reply("no money").finishReason(FinishReason.BUDGET).build(),
                reply("").build(),
                reply(" \n").build(),
                reply("picture").opaqueParts(true).build(),
                reply("old").cacheStatus(CacheStatus.HIT).build(),
                asking());
    }

    private static ChatReply.Builder reply(String text) {
        return ChatReply.builder().message(Message.assistant(text)).usage(ScriptedModel.usage());
    }

    private static ChatReply asking() {
        return reply("")
                .message(Message.assistant("", List.of(new ToolCall("1", "look_up", "{\"a\":1}"))))
                .finishReason(FinishReason.TOOL_USE)
                .build();
    }

    @Test // TC-089
    void keepsAnswersThatAskForToolsOnRequest() {
        with(ChatMemoizeSpec.builder().toolRequests(true)).harness.model.reply(asking());

        harness.chat("hi");
        ChatReply again = harness.chat("hi");

        assertThat(again.toolCalls()).isEqualTo(asking().toolCalls());
        assertThatThrownBy(() -> again.toolCalls().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void keepsNoFailure() {
        withDefaults().harness.model.fail(new IllegalStateException("down")).reply("up");

        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("down");
        assertThat(harness.chat("hi").cacheStatus()).isEqualTo(CacheStatus.NONE);
        assertThat(harness.chat("hi").text()).isEqualTo("up");
    }

    @Test
    void keepsNoAnswerOfAnotherModel() {
        withDefaults().harness.model.always(attempt -> ChatReply.of("cheap"));
        harness.add(
                "degrade",
                (call, next) -> next.call(call.withRequest(call.request().withModel("cheap"))));

        harness.chat("hi");
        harness.chat("hi");

        assertThat(harness.model.calls()).isEqualTo(2);
    }

    @Test // TC-500, EC-06
    void asksOnceForManyAtATime() {
        CountDownLatch answer = new CountDownLatch(1);
        withDefaults().harness.model.run(attempt -> {
            CachedTools.await(answer);
            return ChatReply.of("hello");
        });
        var handler = harness.chatHandler();
        List<CompletableFuture<ChatReply>> racers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            racers.add(OwnThread.supply(() -> handler.call(ChatRequest.user("hi"))));
        }
        while (harness.time.pendingTimers() < MANY - 1) {
            Thread.onSpinWait();
        }
        answer.countDown();

        assertThat(racers)
                .extracting(CompletableFuture::join)
                .extracting(ChatReply::text)
                .containsOnly("hello");
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(figures().hits()).isEqualTo(MANY - 1);
    }

    @Test
    void streamsAnAnswerAsItComesAndOneThatIsUsedAgainAtOnce() {
        withDefaults().harness.model.stream("one ", "two");
        RecordedStream first = new RecordedStream();
        RecordedStream second = new RecordedStream();

        harness.stream("hi", first);
        harness.stream("hi", second);

        assertThat(first.shown()).containsExactly("one ", "two");
        assertThat(second.shown()).containsExactly("one two");
        assertThat(harness.model.calls()).isEqualTo(1);
    }

    @Test
    void pacesAnAnswerThatIsUsedAgain() {
        String text = "one two three four five six seven eight " + "x".repeat(100);
        with(ChatMemoizeSpec.builder().paced(Duration.ofMillis(30)))
                .harness
                .model
                .reply(text);
        RecordedStream shown = new RecordedStream();
        harness.chat("hi");

        ChatReply again = harness.stream("hi", shown);

        assertThat(shown.shown()).hasSize(4).startsWith("one two three four ", "five six seven eight ");
        assertThat(shown.text()).isEqualTo(text).isEqualTo(again.text());
        assertThat(harness.time.sleeps()).hasSize(4).containsOnly(Duration.ofMillis(30));
        Delta last = shown.deltas().get(4);
        assertThat(last.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(last.usage()).isEqualTo(ScriptedModel.usage());
    }

    @Test
    void endsAPacedAnswerWhenItsConsumerLeaves() {
        with(ChatMemoizeSpec.builder().paced(Duration.ofMillis(30)))
                .harness
                .model
                .reply("word ".repeat(100));
        harness.chat("hi");
        Cancellation cancellation = Cancellation.create();
        RecordedStream shown = new RecordedStream();
        harness.time.whileSleeping(() -> cancellation.cancel(Cancellation.Reason.CONSUMER));

        assertThatThrownBy(() -> harness.chatHandler()
                        .call(
                                ChatRequest.user("hi"),
                                CallSettings.DEFAULTS
                                        .withCancellation(cancellation)
                                        .streamingTo(shown, StreamMode.COMMIT)))
                .hasMessageContaining("cancelled");
        assertThat(shown.shown()).hasSize(1);
    }

    @Test
    void givesAnAnswerWhoseTimeIsOverWhenTheModelCannotBeReached() {
        with(ChatMemoizeSpec.builder().ttl(Duration.ofMinutes(1)).staleWhileError(Duration.ofMinutes(5)))
                .harness
                .model
                .reply("old")
                .fail(new AgentKitException(ErrorKind.UNAVAILABLE, "down"))
                .fail(new AgentKitException(ErrorKind.UNAUTHORIZED, "no key"))
                .fail(new AgentKitException(ErrorKind.UNAVAILABLE, "down"));
        harness.chat("hi");
        harness.time.advance(Duration.ofMinutes(1));

        assertThat(harness.chat("hi").text()).isEqualTo("old");
        assertThat(figures().stale()).isEqualTo(1);
        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("no key");
        harness.time.advance(Duration.ofMinutes(5));
        assertThatThrownBy(() -> harness.chat("hi")).hasMessage("down");
    }

    @Test // TC-504
    void usesAnAnswerUntilItsTimeIsOver() {
        with(ChatMemoizeSpec.builder().ttl(Duration.ofSeconds(10)).staleWhileError(Duration.ofDays(1)))
                .harness
                .model
                .reply("old")
                .reply("new");
        harness.chat("hi");

        harness.time.advance(Duration.ofMillis(9_900));
        assertThat(harness.chat("hi").text()).isEqualTo("old");
        harness.time.advance(Duration.ofMillis(100));
        assertThat(harness.chat("hi").text()).isEqualTo("new");
    }

    @Test // TC-080, EC-05
    void keepsTenantsApartWhateverTheKeySays() {
        Function<Object, String> same = call -> "same";
        beans.put("same", same);
        with(ChatMemoizeSpec.builder().key("same"))
                .harness
                .model
                .reply("of acme")
                .reply("of globex");

        assertThat(in("acme", "hi")).isEqualTo("of acme");
        assertThat(in("globex", "hi")).isEqualTo("of globex");
        assertThat(in("acme", "another question")).isEqualTo("of acme");
    }

    private String in(String tenant, String text) {
        try (Run run = Run.open(harness.environment(), spec -> spec.tenant(tenant))) {
            assertThat(run.scope().values()).containsValue(tenant);
            return harness.chat(text).text();
        }
    }

    @Test
    void leavesOutWhatTheConditionRulesOut() {
        Predicate<Object> never = call -> false;
        beans.put("never", never);
        with(ChatMemoizeSpec.builder().when("never")).harness.model.reply("one").reply("two");

        harness.chat("hi");

        assertThat(harness.chat("hi").text()).isEqualTo("two");
    }

    @Test
    void asksAnewOnRequest() {
        CacheControl[] control = {CacheControl.USE};
        harness.add("control", (call, next) -> next.call(call.with(CacheControl.ATTRIBUTE, control[0])));
        withDefaults().harness.model.reply("one").reply("two").reply("three");
        harness.chat("hi");

        control[0] = CacheControl.REFRESH;
        assertThat(harness.chat("hi").text()).isEqualTo("two");
        control[0] = CacheControl.BYPASS;
        assertThat(harness.chat("hi").text()).isEqualTo("three");
        control[0] = CacheControl.USE;
        assertThat(harness.chat("hi").text()).isEqualTo("two");
    }

    @Test // TC-088, TC-092
    void givesTheSameAnswerFromAStoreThatWritesBytes() {
        Map<String, byte[]> bytes = new HashMap<>();
        beans.put("redis", written(bytes));
        ChatReply answer = reply("h\u00e9llo \ud83d\ude00 \ud800")
                .reasoning("hm")
                .model("m-1")
                .usage(new Usage(1, 2, 3, 4, 5, 6, 7, 8, true))
                .details(Map.of("id", "1", "list", List.of(1, 2L, 0.5, true, Map.of("a", "b"))))
                .build();
        with(ChatMemoizeSpec.builder().store("redis")).harness.model.reply(answer);

        harness.chat("hi");
        ChatReply again = harness.chat("hi");

        assertThat(bytes).hasSize(1);
        assertThat(again.cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFields("cacheStatus", "message.digest")
                .isEqualTo(answer);
        assertThat(figures().savedUsd()).isEqualTo(Money.usd("0.25"));

        bytes.replaceAll((key, entry) -> new byte[] {9, 'R'});
        harness.model.reply("new");
        assertThat(harness.chat("hi").text()).isEqualTo("new");
        bytes.replaceAll((key, entry) -> new byte[] {1, 'R', 5});
        harness.model.reply("newer");
        assertThat(harness.chat("hi").text()).isEqualTo("newer");
        assertThat(harness.events.of(CacheFailed.class))
                .isNotEmpty()
                .allSatisfy(told -> assertThat(told.part()).isEqualTo(CacheFailed.Part.READ));
    }

    @Test // TC-090, TC-093
    void keepsObjectsOnlyInMemory() {
        Object object = new Object();
        ChatReply answer = reply("hello").details(Map.of("object", object)).build();
        Map<String, byte[]> bytes = new HashMap<>();
        beans.put("redis", written(bytes));
        with(ChatMemoizeSpec.builder().store("redis"))
                .harness
                .model
                .reply(answer)
                .reply(answer);

        harness.chat("hi");
        harness.chat("hi");

        assertThat(bytes).isEmpty();
        assertThat(harness.model.calls()).isEqualTo(2);
        assertThat(figures().failures()).isEqualTo(2);

        ChainHarness inMemory = ChainHarness.create();
        inMemory.add("memoize", ChatMemoizeSpec.defaults().chatMiddleware(inMemory.resources()));
        inMemory.model.reply(answer);
        inMemory.chat("hi");
        assertThat(inMemory.chat("hi").details()).containsEntry("object", object);
    }

    private static CacheStore written(Map<String, byte[]> bytes) {
        return new CacheStore() {
            @Override
            public CacheEntry get(String key) {
                byte[] entry = bytes.get(key);
                return entry == null ? null : CacheEntry.of(entry);
            }

            @Override
            public void put(String key, CacheEntry entry, Duration timeToLive) {
                bytes.put(key, entry.encoded());
            }

            @Override
            public void remove(String key) {
                bytes.remove(key);
            }
        };
    }

    @Test // TC-079
    void hasOtherKeysThanTools() {
        Map<String, byte[]> bytes = new HashMap<>();
        beans.put("redis", written(bytes));
        with(ChatMemoizeSpec.builder().store("redis")).harness.model.reply("hello");
        harness.chat("hi");

        assertThat(bytes.keySet()).singleElement().asString().matches("memoize:1:chat:[A-Za-z0-9_-]{43}");
    }
}
