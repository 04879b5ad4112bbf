package io.agentkit.resilience;

import static io.agentkit.ErrorKind.NETWORK;
import static io.agentkit.resilience.Hedging.DELAY;
import static io.agentkit.resilience.Runners.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.Attempt;
import io.agentkit.Chain;
import io.agentkit.Endpoint;
import io.agentkit.Handler;
import io.agentkit.Run;
import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Message;
import io.agentkit.chat.ToolCall;
import io.agentkit.chat.ToolOutput;
import io.agentkit.spec.Resources;
import io.agentkit.test.ChainHarness;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** Where backups go, and with what. */
class HedgePlaceTests {

    @RegisterExtension
    final Hedging hedging = new Hedging();

    private final ChainHarness harness = hedging.harness;
    private final Runners models = hedging.models;

    @Test
    void carriesWhatSurroundsTheCallToBackups() {
        AtomicReference<String> logged = new AtomicReference<>();
        AtomicReference<Run> current = new AtomicReference<>();
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.on(FIRST, hedging::slow).on("backup", attempt -> {
            logged.set(MDC.get("request"));
            current.set(Run.current());
            return Runners.reply("backup");
        });

        MDC.put("request", "42");
        try (Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"))) {
            hedging.call();
            assertThat(current).hasValue(run);
        } finally {
            MDC.remove("request");
        }

        assertThat(logged).hasValue("42");
    }

    @Test
    void asksAnotherEndpointWithWhatMeansTheSameThere() {
        List<ChatRequest> there = new CopyOnWriteArrayList<>();
        Endpoint<ChatRequest, ChatReply> other = attempt -> {
            there.add(attempt.request());
            return Runners.reply("other");
        };
        harness.add(
                "hedge",
                HedgeSpec.of(DELAY, "elsewhere:large")
                        .chatMiddleware(Resources.of(harness.environment(), Map.of("elsewhere", other))));
        models.on(FIRST, hedging::slow);

        assertThat(hedging.call().text()).isEqualTo("other");
        assertThat(there).singleElement().satisfies(request -> {
            assertThat(request.model()).isEqualTo("large");
            assertThat(request.isPortable()).isTrue();
        });
    }

    private static final ToolCall CALL = new ToolCall("functions.search:0", "search", "{}");

    private static ChatReply asking(String model) {
        return Runners.reply(model)
                .mutate()
                .message(Message.assistant("", List.of(CALL)))
                .build();
    }

    /** The next round of tools after {@link #asking}. */
    private static ChatRequest results() {
        return ChatRequest.builder()
                .messages(List.of(
                        Message.user("hi"),
                        Message.assistant("", List.of(CALL)),
                        Message.tool(new ToolOutput(CALL.id(), CALL.name(), "found"))))
                .model(FIRST)
                .build();
    }

    @Test
    void theModelThatAskedForToolsIsAskedFirstWithTheirResults() {
        hedging.hedge(HedgeSpec.of(DELAY, "other", "backup"));
        models.fails(FIRST, Failures.of(NETWORK))
                .fails("other", Failures.of(NETWORK))
                .on("backup", attempt -> asking("backup"));
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();
        handler.call(Runners.request());
        models.answers("backup");

        assertThat(handler.call(results()).text()).isEqualTo("backup");

        assertThat(models.asked()).containsExactly(FIRST, "other", "backup", "backup");
    }

    @Test
    void theOwnModelStandsInForABackupThatAskedForTools() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, Failures.of(NETWORK)).on("backup", attempt -> asking("backup"));
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();
        handler.call(Runners.request());
        models.answers(FIRST).on("backup", hedging::slow);

        assertThat(handler.call(results()).text()).isEqualTo(FIRST);

        assertThat(models.asked()).containsExactly(FIRST, "backup", "backup", FIRST);
        assertThat(harness.events.of(HedgeWon.class))
                .last()
                .isEqualTo(new HedgeWon("2", "chat", FIRST, false, 2, null));
    }

    @Test
    void asksTheOwnModelFirstAgainInANewConversation() {
        hedging.hedge(HedgeSpec.of(DELAY, "backup"));
        models.fails(FIRST, Failures.of(NETWORK)).on("backup", attempt -> asking("backup"));
        Handler<ChatRequest, ChatReply> handler = harness.chatHandler();
        handler.call(Runners.request());
        models.answers(FIRST);

        assertThat(handler.call(Runners.request()).text()).isEqualTo(FIRST);
    }

    @Test
    void eachProviderGetsIdentifiersThatItTakes() {
        List<ChatRequest> sent = new CopyOnWriteArrayList<>();
        harness.add(
                "hedge",
                HedgeSpec.of(DELAY, "strict")
                        .chatMiddleware(Resources.of(harness.environment(), Map.of("strict", strict(sent)))));
        models.fails(FIRST, Failures.of(NETWORK));

        harness.chatHandler().call(results());

        assertThat(sent).singleElement().satisfies(HedgePlaceTests::fits);
    }

    @Test
    void theOwnModelGetsIdentifiersThatItTakesToo() {
        List<ChatRequest> sent = new CopyOnWriteArrayList<>();
        Chain.chat("chat")
                .environment(harness.environment())
                .add("hedge", HedgeSpec.of(DELAY, "backup").chatMiddleware(harness.resources()))
                .build()
                .around(strict(sent))
                .call(results());

        assertThat(sent).singleElement().satisfies(HedgePlaceTests::fits);
    }

    private static void fits(ChatRequest request) {
        String id = request.messages().get(1).toolCalls().get(0).id();
        assertThat(id).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(request.messages().get(2).toolOutputs())
                .extracting(ToolOutput::callId)
                .containsExactly(id);
    }

    private static Endpoint<ChatRequest, ChatReply> strict(List<ChatRequest> sent) {
        return new Endpoint<>() {
            @Override
            public ChatReply send(Attempt<ChatRequest> attempt) {
                sent.add(attempt.request());
                return Runners.reply("strict");
            }

            @Override
            public String provider() {
                return "anthropic";
            }
        };
    }
}
