package io.agentkit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.boot.ChainDefinition.Stage;
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
        assertThat(surprises(CallKind.CHAT, "tracing", "meter", "cost", "retry"))
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
    void warnsWhenAuditStandsInsideRetry() {
        assertThat(surprises(CallKind.TOOL, "tracing", "retry", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'retry', so each attempt gets a record of its own");
    }

    @Test
    void warnsWhenAuditStandsInsideDepthLimit() {
        assertThat(surprises(CallKind.TOOL, "tracing", "depth-limit", "audit"))
                .containsExactly(
                        "Tool chain 'default': 'audit' stands inside 'depth-limit', so calls that go too far get no record");
        assertThat(surprises(CallKind.TOOL, "tracing", "audit", "depth-limit")).isEmpty();
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

    private static List<String> surprises(CallKind kind, String... names) {
        List<Stage> stages =
                Stream.of(names).map(name -> new Stage(name, name, null)).toList();
        return ChainOrderCheck.surprises(new ChainDefinition("default", kind, stages));
    }
}
