package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentkit.Attempt;
import io.agentkit.CallKind;
import io.agentkit.RequestHook;
import io.agentkit.Run;
import io.agentkit.ToolMiddleware;
import io.agentkit.chat.CacheStatus;
import io.agentkit.test.RecordedEvents;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ToolMemoizeTests {

    private final CachedTools tools = new CachedTools();

    @Test // TC-072, TC-280
    void runsAnEqualCallOfAToolThatChangesNothingOnce() {
        tools.withDefaults().harness.tool.result("sunny");

        ToolResult first = tools.readOnly("{\"city\":\"Rome\"}");
        ToolResult second = tools.readOnly("{\"city\":\"Rome\"}");

        assertThat(first).isEqualTo(ToolResult.of("sunny"));
        assertThat(second).isEqualTo(hit("sunny"));
        assertThat(tools.harness.tool.calls()).isEqualTo(1);
    }

    @ParameterizedTest // TC-070, TC-071, TC-073, TC-074, TC-282
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"READ_ONLY"})
    void runsEveryCallOfAnyOtherTool(ToolSafety safety) {
        tools.withDefaults();

        tools.harness.tool(safety, "{\"usd\":5}");
        ToolResult second = tools.harness.tool(safety, "{\"usd\":5}");

        assertThat(second.cacheStatus()).isEqualTo(CacheStatus.NONE);
        assertThat(tools.harness.tool.calls()).isEqualTo(2);
    }

    @Test // TC-075, TC-076
    void letsNoConditionBringInAToolThatChangesSomething() {
        Predicate<Object> always = call -> true;
        tools.bean("always", always).with(MemoizeSpec.defaults().withWhen("always"));

        tools.harness.tool(ToolSafety.SIDE_EFFECT, "{\"to\":[\"ann\"]}");
        tools.harness.tool(ToolSafety.SIDE_EFFECT, "{\"to\":[\"ann\"]}");

        assertThat(tools.harness.tool.calls()).isEqualTo(2);
    }

    @Test
    void rulesOutWhatTheConditionDoesNotWant() {
        Predicate<Object> never = call -> false;
        tools.bean("never", never).with(MemoizeSpec.defaults().withWhen("never"));

        tools.readOnly("{}");
        tools.readOnly("{}");

        assertThat(tools.harness.tool.calls()).isEqualTo(2);
    }

    @Test // TC-081, TC-505
    void keepsAnEmptyResult() {
        tools.withDefaults().harness.tool.result("");

        tools.in(run -> run.tenant("acme"), "{}");

        assertThat(tools.in(run -> run.tenant("acme"), "{}")).isEqualTo(hit(""));
        assertThat(tools.harness.tool.calls()).isEqualTo(1);
    }

    @Test // TC-091, TC-281, TC-502, EC-06
    void keepsNoFailure() {
        IllegalStateException failure = new IllegalStateException("down");
        tools.withDefaults().harness.tool.fail(failure).fail(failure).result("up");

        assertThatThrownBy(() -> tools.readOnly("{}")).isSameAs(failure);
        assertThatThrownBy(() -> tools.readOnly("{}")).isSameAs(failure);
        assertThat(tools.readOnly("{}").text()).isEqualTo("up");
        assertThat(tools.readOnly("{}")).isEqualTo(hit("up"));
        assertThat(tools.harness.tool.calls()).isEqualTo(3);
        assertThat(tools.harness.events.of(CacheFailed.class)).isEmpty();
        assertThat(tools.underWay()).isZero();
    }

    @Test
    void keepsNoRefusalThatIsPutIntoWords() {
        AtomicInteger calls = new AtomicInteger();
        ToolMiddleware budget = (call, next) ->
                calls.incrementAndGet() == 1 ? ToolResult.of("The budget is used up.") : next.call(call);
        tools.withDefaults().harness.addTool("budget", budget);

        assertThat(tools.readOnly("{}").text()).isEqualTo("The budget is used up.");
        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("done"));
        assertThat(tools.readOnly("{}")).isEqualTo(hit("done"));
    }

    @Test
    void keepsNothingThatWasUsedAgainAlready() {
        tools.withDefaults()
                .harness
                .addTool("replay", (call, next) -> next.call(call).replayed());

        tools.readOnly("{}");
        tools.readOnly("{}");

        assertThat(tools.harness.tool.calls()).isEqualTo(2);
    }

    @Test // TC-504
    void usesAResultUntilItsTimeIsOver() {
        tools.with(MemoizeSpec.defaults().withTtl(Duration.ofSeconds(10)));
        tools.readOnly("{}");

        tools.harness.time.advance(Duration.ofMillis(9_900));
        assertThat(tools.readOnly("{}").cacheStatus()).isEqualTo(CacheStatus.HIT);
        tools.harness.time.advance(Duration.ofMillis(100));
        assertThat(tools.readOnly("{}").cacheStatus()).isEqualTo(CacheStatus.NONE);
    }

    @Test // TC-095
    void tellsOfEachHit() {
        RecordedEvents events = tools.withDefaults().harness.events;

        tools.readOnly("{}");
        assertThat(events.of(CacheHit.class)).isEmpty();
        tools.readOnly("{}");

        assertThat(events.of(CacheHit.class)).singleElement().satisfies(told -> {
            assertThat(told.target()).isEqualTo("look_up");
            assertThat(told.chain()).isEqualTo("tool");
            assertThat(told.kind()).isEqualTo(CallKind.TOOL);
            assertThat(told.waited()).isFalse();
        });
    }

    @Test
    void countsHitsAndMisses() {
        tools.withDefaults();
        assertThat(tools.figures().ratio()).isNaN();

        tools.readOnly("{}");
        tools.readOnly("{}");
        tools.readOnly("{}");
        tools.harness.tool(ToolSafety.SIDE_EFFECT, "{}");

        assertThat(tools.figures().name()).isEqualTo("tool");
        assertThat(tools.figures().hits()).isEqualTo(2);
        assertThat(tools.figures().misses()).isEqualTo(1);
        assertThat(tools.figures().ratio()).isEqualTo(2.0 / 3);
    }

    @Test
    @SuppressWarnings("try") // the run is there to be closed
    void asksAnewInARunThatIsToRefresh() {
        tools.withDefaults().harness.tool.result("old").result("new");
        tools.readOnly("{}");

        try (Run run = Run.open(tools.harness.environment(), spec -> {})) {
            CacheControl.REFRESH.applyTo(run);
            assertThat(tools.in(inner -> inner.agent("helper"), "{}")).isEqualTo(ToolResult.of("new"));
            assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("new"));
        }

        assertThat(tools.readOnly("{}")).isEqualTo(hit("new"));
    }

    @Test
    void leavesTheCacheAloneWhenACallBypassesIt() {
        tools.harness.addTool(
                "fresh", (call, next) -> next.call(call.with(CacheControl.ATTRIBUTE, CacheControl.BYPASS)));
        tools.withDefaults().harness.tool.result("one").result("two");

        assertThat(tools.readOnly("{}").text()).isEqualTo("one");
        assertThat(tools.readOnly("{}")).isEqualTo(ToolResult.of("two"));
        assertThat(tools.figures().misses()).isZero();
    }

    @Test // TC-080, EC-05
    void keepsTenantsApartWhateverTheKeySays() {
        Function<Object, String> same = call -> "same";
        tools.bean("same", same).with(MemoizeSpec.defaults().withKey("same"));
        tools.harness.tool.result("of acme").result("of globex");

        assertThat(tools.in(run -> run.tenant("acme"), "{}").text()).isEqualTo("of acme");
        assertThat(tools.in(run -> run.tenant("globex"), "{}").text()).isEqualTo("of globex");
        assertThat(tools.in(run -> run.tenant("acme"), "{\"other\":1}")).isEqualTo(hit("of acme"));
    }

    @Test // TC-078
    void keepsToolsApartWhateverTheKeySays() {
        Function<Object, String> same = call -> "same";
        tools.bean("same", same).with(MemoizeSpec.defaults().withKey("same"));
        tools.harness.tool.result("a").result("b");

        tools.call(ToolRequest.of(new ToolFacts("first", ToolSafety.READ_ONLY), "{}"));
        ToolResult second = tools.call(ToolRequest.of(new ToolFacts("second", ToolSafety.READ_ONLY), "{}"));

        assertThat(second.text()).isEqualTo("b");
    }

    @Test
    void keepsNothingThatTheKeyHasNoTextFor() {
        Function<Object, String> none = call -> null;
        tools.bean("none", none).with(MemoizeSpec.defaults().withKey("none"));

        tools.readOnly("{}");
        tools.readOnly("{}");

        assertThat(tools.harness.tool.calls()).isEqualTo(2);
        assertThat(tools.figures().failures()).isZero();
    }

    @Test
    void goesOnWithoutAKeyOrConditionThatFails() {
        Function<Object, String> key = call -> {
            throw new IllegalStateException("secret-in-key");
        };
        Predicate<Throwable> ofSomethingElse = failure -> failure.getMessage() == null;
        tools.bean("broken", key).bean("other", ofSomethingElse);
        tools.with(MemoizeSpec.defaults().withKey("broken"));
        tools.with(MemoizeSpec.defaults().withWhen("other"));

        assertThat(tools.readOnly("{}").text()).isEqualTo("done");

        assertThat(tools.harness.events.of(CacheFailed.class))
                .extracting(CacheFailed::part)
                .containsExactly(CacheFailed.Part.KEY, CacheFailed.Part.WHEN);
        assertThat(tools.harness.events.all().toString()).doesNotContain("secret-in-key");
    }

    @Test
    void takesNothingOfRatesAndBudgetsForAHit() {
        AtomicInteger awaited = new AtomicInteger();
        AtomicInteger reserved = new AtomicInteger();
        tools.harness.addTool("limits", ToolMiddleware.of(new RequestHook() {
            @Override
            public void await(Attempt<?> attempt) {
                awaited.incrementAndGet();
            }

            @Override
            public void reserve(Attempt<?> attempt) {
                reserved.incrementAndGet();
            }
        }));
        tools.withDefaults();

        tools.readOnly("{}");
        tools.readOnly("{}");

        assertThat(awaited).hasValue(1);
        assertThat(reserved).hasValue(1);
    }

    @Test
    void namesTheBeanThatIsNotThere() {
        assertThatThrownBy(() -> tools.with(MemoizeSpec.defaults().withStore("redis")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no CacheStore named 'redis'");
    }

    private static ToolResult hit(String text) {
        return new ToolResult(text, CacheStatus.HIT);
    }
}
