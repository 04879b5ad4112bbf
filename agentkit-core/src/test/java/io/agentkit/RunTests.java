package io.agentkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentkit.chat.ChatReply;
import io.agentkit.chat.ChatRequest;
import io.agentkit.chat.Usage;
import io.agentkit.money.Money;
import io.agentkit.test.ChainHarness;
import io.agentkit.test.OwnThread;
import io.agentkit.test.ScriptedModel;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunTests {

    private final ChainHarness harness = ChainHarness.create();
    private final List<Run> seen = new ArrayList<>();

    @AfterEach
    void leavesNoRunBehind() {
        assertThat(Run.current()).isNull();
    }

    @Test
    void groupsTheCallsOfOnePieceOfWork() {
        harness.add("watch", watching())
                .pricing((model, usage) -> Money.usd("0.001").times(usage.total()));
        harness.model.reply("1").reply("2");

        try (Run run = Run.open(
                harness.environment(),
                spec -> spec.id("job-7").tenant("acme").user("u").agent("support"))) {
            harness.chat("hi");
            harness.chat("hi");

            assertThat(seen).containsExactly(run, run);
            assertThat(run.id()).isEqualTo("job-7");
            assertThat(run.scope().values().keySet()).containsExactly("tenant", "user", "agent");
            assertThat(run.spend())
                    .isEqualTo(new RunSpend(
                            2, ScriptedModel.usage().plus(ScriptedModel.usage()), Money.usd("0.24"), true));
        }
    }

    @Test
    void givesACallOutsideAnyRunOneOfItsOwn() {
        harness.add("watch", watching());
        harness.model.reply("1").reply("2");

        harness.chat("hi");
        harness.chat("hi");

        assertThat(seen.get(0).id()).isNotEqualTo(seen.get(1).id());
        assertThat(seen).allMatch(run -> run.depth() == 0 && run.scope().equals(Scope.NONE));
    }

    @Test
    void knowsWhatWasUsedBeforeAnybodyAskedForTheRun() {
        harness.add("watch", (call, next) -> {
            ChatReply reply = next.call(call);
            assertThat(call.depth()).isZero();
            assertThat(call.scope()).isEqualTo(Scope.NONE);
            assertThat(call.remaining()).isNull();
            assertThat(call.run().spend().usage()).isEqualTo(ScriptedModel.usage());
            seen.add(call.run());
            call.onAnswer((asked, answer) -> seen.add(asked.run()));
            return reply;
        });
        harness.model.reply("1");

        harness.chat("hi");

        assertThat(seen).hasSize(2);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
        assertThat(seen.get(0).spend().requests()).isEqualTo(1);
    }

    @Test
    void countsEveryRequestOfACallWhoseRunNobodyAskedFor() {
        harness.pricing((model, usage) -> Money.usd(1)).add("thrice", (call, next) -> {
            next.call(call);
            next.call(call);
            ChatReply reply = next.call(call);
            seen.add(call.run());
            return reply;
        });
        harness.model.reply("1").reply("2").reply("3");

        harness.chat("hi");

        assertThat(seen.get(0).spend())
                .isEqualTo(new RunSpend(
                        3,
                        ScriptedModel.usage().plus(ScriptedModel.usage()).plus(ScriptedModel.usage()),
                        Money.usd(3),
                        true));
    }

    @Test
    void inheritsScopeAndDeadlineAndCountsInItsParents() {
        harness.model.reply("ok");
        try (Run outer = Run.open(
                harness.environment(),
                spec -> spec.tenant("acme").agent("outer").deadline(Duration.ofSeconds(10)))) {
            try (Run inner =
                    Run.open(harness.environment(), spec -> spec.agent("inner").deadline(Duration.ofSeconds(60)))) {
                assertThat(inner.parent()).isSameAs(outer);
                assertThat(inner.root()).isSameAs(outer);
                assertThat(inner.depth()).isEqualTo(1);
                assertThat(inner.scope().values())
                        .containsEntry("tenant", "acme")
                        .containsEntry("agent", "inner");
                assertThat(inner.remaining(harness.time)).isEqualTo(Duration.ofSeconds(10));
                harness.chat("hi");
                assertThat(inner.spend().requests()).isEqualTo(1);
            }
            assertThat(Run.current()).isSameAs(outer);
            assertThat(outer.spend().requests()).isEqualTo(1);
        }
    }

    @Test
    void putsAnAgentInsideAToolIntoAChildRun() {
        harness.add("watch", watching());
        harness.model.reply("inner");
        var chat = harness.chatHandler();
        var tool = Chain.tool("tool").environment(harness.environment()).build().around(attempt -> {
            assertThat(Run.isInsideTool()).isTrue();
            return ToolResult.of(chat.call(ChatRequest.user("ask")).text());
        });

        try (Run run = Run.open(harness.environment(), spec -> spec.tenant("acme"))) {
            tool.call(ToolRequest.of(ToolFacts.unknown("agent"), "{}"));

            assertThat(seen).singleElement().satisfies(child -> {
                assertThat(child.parent()).isSameAs(run);
                assertThat(child.depth()).isEqualTo(1);
                assertThat(child.scope()).isEqualTo(run.scope());
            });
            assertThat(run.spend().requests()).isEqualTo(1);
            assertThat(Run.isInsideTool()).isFalse();
            assertThat(Run.current()).isSameAs(run);
        }
    }

    @Test
    void isNoLongerExactOnceAPartIsEstimatedOrHasNoPrice() {
        harness.pricing((model, usage) -> usage.estimated() ? Money.ZERO : Money.usd(1));
        harness.model.reply("counted").reply(ChatReply.of("not counted"));
        try (Run run = Run.open(harness.environment(), spec -> {})) {
            harness.chat("hi");
            assertThat(run.spend().exact()).isTrue();
            harness.chat("hi");
            assertThat(run.spend().exact()).isFalse();
        }
        ChainHarness unpriced = ChainHarness.create();
        unpriced.model.reply("ok");
        try (Run run = Run.open(unpriced.environment(), spec -> {})) {
            unpriced.chat("hi");
            assertThat(run.spend().exact()).isFalse();
            assertThat(run.spend().usage()).isEqualTo(ScriptedModel.usage());
        }
    }

    @Test // TC-304
    void countsNothingForAReplyThatNoRequestGave() {
        ChainHarness supplied = ChainHarness.of((call, next) -> ChatReply.of("supplied", Usage.of(5, 5)));
        try (Run run = Run.open(supplied.environment(), spec -> {})) {
            supplied.chat("hi");
            assertThat(run.spend()).isEqualTo(RunSpend.NONE);
        }
    }

    @Test
    void survivesFramesThatAreClosedOutOfOrder() {
        Run first = Run.create(harness.environment(), spec -> {});
        Run second = Run.create(harness.environment(), spec -> {});
        RunFrame a = first.enter();
        RunFrame b = second.enter();

        a.close();
        assertThat(Run.current()).isSameAs(second);
        b.close();
        assertThat(Run.current()).isNull();
        a.close();
        assertThat(Run.current()).isNull();
    }

    @Test
    void leavesTheThreadAloneThatClosesTheFrameOfAnother() {
        Run mine = Run.create(harness.environment(), spec -> {});
        RunFrame frame = mine.enter();

        var current = OwnThread.supply(() -> {
            Run theirs = Run.create(harness.environment(), spec -> {});
            try (RunFrame own = theirs.enter()) {
                frame.close();
                return Run.current() == theirs;
            }
        });

        assertThat(current.join()).isTrue();
        frame.close();
    }

    @Test
    void mayBeClosedTwice() {
        Run run = Run.open(harness.environment(), spec -> {});
        run.close();
        run.close();

        assertThat(run.spend()).isEqualTo(RunSpend.NONE);
    }

    @Test
    void travelsToOtherThreadsByContextPropagation() {
        AtomicReference<Run> there = new AtomicReference<>();
        ContextRegistry registry = new ContextRegistry().loadThreadLocalAccessors();
        ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder()
                .contextRegistry(registry)
                .clearMissing(true)
                .build();
        try (Run run = Run.open(harness.environment(), spec -> {})) {
            ContextSnapshot snapshot = snapshots.captureAll();
            OwnThread.run(() -> {
                        try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
                            there.set(Run.current());
                        }
                        assertThat(Run.current()).isNull();
                    })
                    .join();
            assertThat(there.get()).isSameAs(run);
        }
    }

    @Test
    void countsWhatManyThreadsUse() {
        harness.pricing((model, usage) -> Money.usd("0.001"));
        harness.model.always(attempt -> ChatReply.of("ok", Usage.of(1, 1)));
        var handler = harness.chatHandler();
        Run run = Run.create(harness.environment(), spec -> {});

        CompletableFuture.allOf(IntStream.range(0, 4)
                        .mapToObj(i -> OwnThread.run(() -> {
                            for (int j = 0; j < 250; j++) {
                                handler.call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run));
                            }
                        }))
                        .toArray(CompletableFuture[]::new))
                .join();

        assertThat(run.spend().requests()).isEqualTo(1_000);
        assertThat(run.spend().usd()).isEqualTo(Money.usd(1));
    }

    private ChatMiddleware watching() {
        return (call, next) -> {
            seen.add(call.run());
            return next.call(call);
        };
    }

    @Test
    void isExactAgainWhenTheProvidersCountReplacesAnEstimate() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.01"));
        harness.model.run(attempt -> {
            sent.set(attempt);
            throw new AgentKitException(ErrorKind.TIMEOUT, "too slow");
        });
        Run run = Run.create(harness.environment(), spec -> {});
        assertThatExceptionOfType(AgentKitException.class)
                .isThrownBy(
                        () -> harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run)));
        assertThat(run.spend().exact()).isFalse();

        sent.get().late(Usage.of(10, 5));

        assertThat(run.spend()).isEqualTo(new RunSpend(1, Usage.of(10, 5), Money.usd("0.01"), true));
    }

    @Test
    void takesTheProvidersCountOfAnAnswerAlsoWhenNobodyElseListens() {
        AtomicReference<Attempt<ChatRequest>> sent = new AtomicReference<>();
        ChainHarness harness = ChainHarness.create().pricing((model, usage) -> Money.usd("0.01"));
        harness.environment(harness.environment().withListener(EventListener.NONE))
                .model
                .run(attempt -> {
                    sent.set(attempt);
                    return ChatReply.of("hello");
                });
        Run run = Run.create(harness.environment(), spec -> {});
        harness.chatHandler().call(ChatRequest.user("hi"), CallSettings.DEFAULTS.withRun(run));
        assertThat(run.spend().exact()).isFalse();

        sent.get().late(Usage.of(10, 5));
        sent.get().late(Usage.of(99, 99));

        assertThat(run.spend()).isEqualTo(new RunSpend(1, Usage.of(10, 5), Money.usd("0.01"), true));
    }
}
