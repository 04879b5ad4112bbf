package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
import io.agentkit.resilience.HedgeSpec;
import io.agentkit.resilience.RetrySpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ChainOrderCheckTests {

    @Test
    void saysNothingOfTheUsualOrders() {
        assertThat(surprises(CallKind.CHAT, "tracing", "meter", "cost", "hedge", "retry"))
                .isEmpty();
        assertThat(surprises(CallKind.TOOL, "tracing", "audit", "meter", "retry"))
                .isEmpty();
        assertThat(surprises(CallKind.TOOL)).isEmpty();
    }

    @Test
    void warnsWhenTracingIsNotFirst() {
        assertThat(surprises(CallKind.CHAT, "cost", "tracing"))
                .containsExactly(
                        "Chat chain 'default': 'tracing' is not first, so what 'cost' outside it does and how long that"
                                + " takes is missing from the observation");
    }

    @Test
    void warnsWhenCompactionStandsInsideMeter() {
        assertThat(surprises(CallKind.CHAT, "tracing", "meter", "compaction"))
                .containsExactly(
                        "Chat chain 'default': 'compaction' stands inside 'meter', so a call that goes on with a cheaper"
                                + " model is made shorter anew, and may ask for a second summary");
        assertThat(surprises(CallKind.CHAT, "tracing", "compaction", "meter")).isEmpty();
    }

    @Test
    void warnsWhenAuditStandsInsideRetry() {
        assertThat(surprises(CallKind.TOOL, "tracing", "retry", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'retry', so each attempt gets a record of its own");
    }

    @Test
    void warnsWhenOutputCoerceStandsInsideRetry() {
        assertThat(surprises(CallKind.CHAT, "tracing", "retry", "output-coerce"))
                .containsExactly(
                        "Chat chain 'default': 'output-coerce' stands inside 'retry', so what it asks again with counts as"
                                + " part of an attempt, and an attempt that fails starts with the first question");
        assertThat(surprises(CallKind.CHAT, "tracing", "output-coerce", "retry"))
                .isEmpty();
    }

    @Test
    void warnsWhenAuditStandsInsideDepthLimit() {
        assertThat(surprises(CallKind.TOOL, "tracing", "depth-limit", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'depth-limit', so calls that go too far get no record");
        assertThat(surprises(CallKind.TOOL, "tracing", "audit", "depth-limit")).isEmpty();
    }

    @Test
    void warnsWhenAuditStandsInsideIdempotent() {
        assertThat(surprises(CallKind.TOOL, "tracing", "idempotent", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'idempotent', so calls that get an earlier"
                                + " result, or are refused, get no record");
        assertThat(surprises(CallKind.TOOL, "tracing", "audit", "idempotent")).isEmpty();
    }

    @Test
    void warnsOfIdempotentAndRetryInEitherOrder() {
        assertThat(surprises(CallKind.TOOL, "tracing", "retry", "idempotent"))
                .containsExactly("Tool chain 'default': 'idempotent' stands inside 'retry', so each attempt is marked"
                        + " anew, and one that may have acted is the last");
        assertThat(surprises(CallKind.TOOL, "tracing", "idempotent", "retry"))
                .containsExactly("Tool chain 'default': 'retry' stands inside 'idempotent', so its attempts have one"
                        + " mark, and an attempt that may have acted can be followed by another where 'side-effects' is"
                        + " 'always'");
    }

    @Test
    void warnsWhenAuditStandsInsideMemoize() {
        assertThat(surprises(CallKind.TOOL, "tracing", "memoize", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'memoize', so calls that are answered from the"
                                + " cache get no record");
        assertThat(surprises(CallKind.TOOL, "tracing", "audit", "memoize", "meter"))
                .isEmpty();
    }

    @Test
    void warnsWhenMemoizeStandsInsideMeter() {
        assertThat(surprises(CallKind.CHAT, "tracing", "meter", "memoize"))
                .containsExactly(
                        "Chat chain 'default': 'memoize' stands inside 'meter', which charges nothing for what is"
                                + " answered from the cache");
        assertThat(surprises(CallKind.CHAT, "tracing", "memoize", "meter")).isEmpty();
        assertThat(surprises(CallKind.TOOL, "tracing", "meter", "memoize"))
                .containsExactly(
                        "Tool chain 'default': 'memoize' stands inside 'meter', which charges nothing for what is"
                                + " answered from the cache");
    }

    @Test
    void warnsWhenTimeoutStandsInsideRetry() {
        assertThat(surprises(CallKind.CHAT, "tracing", "retry", "timeout"))
                .containsExactly(
                        "Chat chain 'default': 'timeout' stands inside 'retry', so it limits each attempt: a call may take"
                                + " that long again and again, and the waits between");
        assertThat(surprises(new Stage("retry", "retry", RetrySpec.defaults()), new Stage("timeout", "timeout", null)))
                .containsExactly(
                        "Chat chain 'default': 'timeout' stands inside 'retry', so it limits each attempt: a call may take"
                                + " that long 3 times, and the waits between");
    }

    @Test
    void warnsWhenTimeoutStandsOutsideARetryWithoutAnAttemptTimeout() {
        RetrySpec limited = RetrySpec.defaults().withAttemptTimeout(Duration.ofSeconds(5));

        assertThat(surprises(CallKind.CHAT, "tracing", "timeout", "retry"))
                .containsExactly(
                        "Chat chain 'default': 'timeout' stands outside 'retry', so it limits all attempts together: one"
                                + " that hangs leaves no time for a second, unless 'retry.attempt-timeout' ends it earlier");
        assertThat(surprises(new Stage("timeout", "timeout", null), new Stage("retry", "retry", limited)))
                .isEmpty();
    }

    @Test
    void warnsWhenAHedgeStandsInsideRetry() {
        assertThat(surprises(CallKind.CHAT, "tracing", "retry", "hedge"))
                .containsExactly("Chat chain 'default': 'hedge' stands inside 'retry', so a call that fails races anew"
                        + " at each attempt, backups included");
    }

    @Test
    void warnsWhenACacheStandsInsideAHedge() {
        assertThat(surprises(CallKind.CHAT, "tracing", "hedge", "memoize"))
                .containsExactly("Chat chain 'default': 'memoize' stands inside 'hedge', so what a backup answered is"
                        + " kept for the backup, and the same question is slow again");
        assertThat(surprises(CallKind.CHAT, "tracing", "hedge", "semantic-memoize"))
                .hasSize(1);
    }

    @Test
    void warnsWhenAHedgeHasNoBackups() {
        Stage idle = new Stage("hedge", "hedge", HedgeSpec.defaults());
        Stage racing = new Stage("hedge", "hedge", HedgeSpec.of("backup"));

        assertThat(ChainOrderCheck.surprises(new ChainDefinition("default", CallKind.CHAT, List.of(idle))))
                .containsExactly("Chat chain 'default': 'hedge' has no 'backups', so it does nothing");
        assertThat(ChainOrderCheck.surprises(new ChainDefinition("default", CallKind.CHAT, List.of(racing))))
                .isEmpty();
    }

    @Test
    void warnsWhenFallbackStandsInsideRetry() {
        assertThat(surprises(CallKind.CHAT, "tracing", "retry", "fallback"))
                .containsExactly(
                        "Chat chain 'default': 'fallback' stands inside 'retry', so each attempt asks all its models: put"
                                + " 'fallback' outside to retry one model first");
        assertThat(surprises(CallKind.CHAT, "tracing", "fallback", "retry")).isEmpty();
    }

    @Test
    void printsOneWarningForOneSurprise(CapturedOutput output) {
        TestChains.runner()
                .withPropertyValues("agentkit.tool.chain=retry,audit")
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output.getOut().lines().filter(line -> line.contains("WARN")))
                .singleElement()
                .asString()
                .contains("'audit' stands inside 'retry'");
    }

    private static List<String> surprises(Stage... stages) {
        return ChainOrderCheck.surprises(new ChainDefinition("default", CallKind.CHAT, List.of(stages)));
    }

    private static List<String> surprises(CallKind kind, String... names) {
        List<Stage> stages =
                Stream.of(names).map(name -> new Stage(name, name, null)).toList();
        return ChainOrderCheck.surprises(new ChainDefinition("default", kind, stages));
    }
}
