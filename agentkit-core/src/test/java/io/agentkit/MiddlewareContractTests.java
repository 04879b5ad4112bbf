package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.test.ScriptedTool;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MiddlewareContractTests {

    @Test
    void mayAnswerWithoutCallingNext() {
        ChainHarness harness = ChainHarness.of((call, next) -> ChatReply.of("cached"));

        assertThat(harness.chat("hi").text()).isEqualTo("cached");
        assertThat(harness.model.calls()).isZero();
    }

    @Test // TC-303
    void mayCallNextAgainWhichRunsTheInnerPartAnew() {
        AtomicInteger inner = new AtomicInteger();
        AtomicReference<Run> run = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create()
                .add("twice", (call, next) -> {
                    run.set(call.run());
                    next.call(call);
                    return next.call(call);
                })
                .add("counting", (call, next) -> {
                    inner.incrementAndGet();
                    return next.call(call);
                });
        harness.model.reply("thrown away").reply("kept");

        assertThat(harness.chat("hi").text()).isEqualTo("kept");
        assertThat(inner).hasValue(2);
        assertThat(run.get().spend().requests()).isEqualTo(2);
        assertThat(run.get().spend().usage().total()).isEqualTo(240);
    }

    @Test // TC-236, TC-239
    void mayCallNextFromSeveralThreadsAtOnce() {
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        CyclicBarrier both = new CyclicBarrier(2);
        ChainHarness harness = ChainHarness.of((call, next) -> {
            var other = OwnThread.supply(() -> next.call(call));
            ChatReply mine = next.call(call);
            other.join();
            return mine;
        });
        harness.model.always(attempt -> {
            numbers.add(attempt.number());
            meet(both);
            return ChatReply.of("ok");
        });

        assertThat(harness.chat("hi").text()).isEqualTo("ok");
        assertThat(numbers).containsExactlyInAnyOrder(1, 2);
    }

    @Test // TC-240
    void keepsTheRequestsOfBranchesApart() {
        ChainHarness harness = ChainHarness.of((call, next) -> {
            next.call(call.mapText(text -> text + " one"));
            return next.call(call.mapText(text -> text + " two"));
        });
        harness.model.reply("1").reply("2");

        harness.chat("hi");

        assertThat(harness.model.requests())
                .extracting(request -> request.messages().get(0).text())
                .containsExactly("hi one", "hi two");
    }

    @Test // TC-405
    void leavesTheCallAsItCameWhenACopyIsChanged() {
        List<String> seen = new ArrayList<>();
        ChainHarness harness = ChainHarness.create()
                .add("outer", (call, next) -> {
                    ChatReply reply = next.call(call);
                    seen.add(call.request().messages().get(0).text());
                    return reply;
                })
                .add("rewriting", (call, next) -> next.call(call.mapText(text -> "changed")));
        harness.model.reply("ok");

        harness.chat("hi");

        assertThat(seen).containsExactly("hi");
        assertThat(harness.model.requests().get(0).messages().get(0).text()).isEqualTo("changed");
    }

    @Test
    void namesAMiddlewareThatReturnsNull() {
        refused(
                () -> ChainHarness.create()
                        .add("forgetful", (call, next) -> null)
                        .chat("hi"),
                "Middleware 'forgetful' in chain 'chat' returned null; it has to return a reply");
    }

    @Test
    void namesAMiddlewareThatPassesOnANullCall() {
        String expected = "'sloppy' passed on a null call";
        refused(
                () -> ChainHarness.create()
                        .add("sloppy", (call, next) -> next.call(null))
                        .chat("hi"),
                expected);
        refused(
                () -> ChainHarness.create()
                        .add("sloppy", (call, next) -> next.call(null, () -> piece -> piece))
                        .chat("hi"),
                expected);
    }

    @Test // TC-300
    void namesAMiddlewareThatPassesOnARequestBuiltFromScratchAndSendsNothing() {
        ChainHarness harness = ChainHarness.create()
                .add("inventive", (call, next) -> next.call(call.withRequest(ChatRequest.user("something else"))))
                .add("inner", (call, next) -> next.call(call));

        refused(
                () -> harness.chat("hi"),
                "'inventive' in chain 'chat' passed on a request that it built from scratch; derive it from call.request()");
        assertThat(harness.model.calls()).isZero();
    }

    @Test
    void refusesToChangeWhichToolIsCalled() {
        ChainHarness harness = ChainHarness.create()
                .addTool(
                        "renaming",
                        (call, next) -> next.call(call.withRequest(ToolRequest.of(
                                ToolFacts.unknown("another"), call.request().arguments()))));

        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(() -> harness.tool(ToolSafety.READ_ONLY, "{}"))
                .withMessageContaining("'renaming'");
        assertThat(harness.tool.calls()).isZero();
    }

    @Test // TC-246, TC-207
    void refusesACallThatWasKeptPastItsTurnAndNamesWhoKeptIt() {
        AtomicReference<Runnable> later = new AtomicReference<>();
        AtomicReference<Call<ChatRequest>> kept = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create().add("keeper", (call, next) -> {
            kept.set(call);
            later.set(() -> next.call(call));
            return next.call(call);
        });
        harness.model.reply("ok");
        harness.chat("hi");

        refused(
                () -> later.get().run(),
                "'keeper' in chain 'chat' sent a request after the call had ended; nothing was sent");
        assertThat(harness.model.calls()).isEqualTo(1);
        assertThat(kept.get().onAnswer((asked, answer) -> {})).isFalse();
        assertThat(kept.get().canReinvoke()).isFalse();
    }

    @Test
    void namesTheChainWhenItsEndpointReturnsNull() {
        ChainHarness harness = ChainHarness.create();
        harness.model.run(attempt -> null);

        refused(() -> harness.chat("hi"), "The endpoint of chain 'chat' returned null");
    }

    @Test // TC-402
    void mixesFunctionsAndPhases() {
        ChainHarness harness = ChainHarness.create()
                .add("function", (call, next) -> {
                    ChatReply reply = next.call(call);
                    return reply.withText(reply.text() + ":raw");
                })
                .add("phases", new ChatPhases() {
                    @Override
                    public ChatReply onResponse(Call<ChatRequest> call, ChatReply reply) {
                        return reply.withText(reply.text() + ":cls");
                    }
                });
        harness.model.reply("x");

        assertThat(harness.chat("hi").text()).isEqualTo("x:cls:raw");
    }

    @Test
    void goesAroundToolsInTheSameWay() {
        ScriptedTool tool = new ScriptedTool().result("42");
        Chain<ToolRequest, ToolResult> chain = Chain.tool("tool")
                .add("loud", (call, next) -> ToolResult.of(next.call(call).text() + "!"))
                .build();

        ToolResult result = chain.around(tool).call(ToolRequest.of(ToolFacts.unknown("sum"), "null"));

        assertThat(result.text()).isEqualTo("42!");
        assertThat(tool.requests().get(0).arguments()).isEqualTo("{}");
        assertThat(chain).hasToString("loud(tool)");
    }

    private static void refused(ThrowingCallable action, String message) {
        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(action)
                .withMessage(message)
                .extracting(AgentKitException::kind)
                .isEqualTo(ErrorKind.CONFIG);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }
}
