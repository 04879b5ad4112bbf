package io.agentkit.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.CallSettings;
import io.agentkit.Cancellation;
import io.agentkit.CancelledException;
import io.agentkit.ToolErrorText;
import io.agentkit.test.ChainHarness;
import io.agentkit.text.Redactor;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolResult;
import io.agentkit.tool.ToolSafety;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ToolLogTests {

    private static final ToolLogSpec WITH_TEXT = ToolLogSpec.defaults().withLogErrorText(true);

    private final Logger logger = (Logger) LoggerFactory.getLogger(ToolLogSpec.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ChainHarness harness = ChainHarness.create();

    @BeforeEach
    void readsTheLog() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leavesTheLog() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test // TC-285
    void writesALineForACallThatWentWell() {
        log(ToolLogSpec.defaults());
        harness.tool.run(attempt -> {
            harness.time.advance(Duration.ofMillis(35));
            return ToolResult.of("h\u00e9llo");
        });

        call("charge", "call-1");

        assertThat(line().getFormattedMessage())
                .isEqualTo("Tool 'charge' (call call-1, run 2, 1 attempt, 35 ms) ok: 6 bytes");
        assertThat(line().getLevel()).isEqualTo(Level.INFO);
        assertThat(pairs())
                .isEqualTo(Map.of(
                        "tool", "charge",
                        "tool_call_id", "call-1",
                        "call_id", "1",
                        "run_id", "2",
                        "duration_ms", 35L,
                        "attempts", 1,
                        "outcome", "ok",
                        "result_bytes", 6L));
    }

    @Test // TC-286
    void tellsOfAFailureWithoutItsText() {
        log(ToolLogSpec.defaults());
        harness.tool.fail(new IllegalStateException("card 4111 1111 1111 1111 declined"));

        assertThatThrownBy(() -> call("charge", "call-1")).isInstanceOf(IllegalStateException.class);

        assertThat(line().getFormattedMessage())
                .isEqualTo(
                        "Tool 'charge' (call call-1, run 2, 1 attempt, 0 ms) error: unclassified error (IllegalStateException)");
        assertThat(line().getLevel()).isEqualTo(Level.WARN);
        assertThat(line().getThrowableProxy()).isNull();
        assertThat(pairs())
                .containsEntry("outcome", "error")
                .containsEntry("error", "unclassified error (IllegalStateException)")
                .doesNotContainKey("error_text");
        assertThat(pairs().toString()).doesNotContain("4111");
    }

    @Test // TC-287
    void tellsOfAFailureInFullWhenToldTo() {
        log(WITH_TEXT);
        harness.tool.fail(new IllegalStateException("card 4111 declined"));

        assertThatThrownBy(() -> call("charge", "call-1")).isInstanceOf(IllegalStateException.class);

        assertThat(line().getFormattedMessage()).endsWith(" error: card 4111 declined");
        assertThat(pairs())
                .containsEntry("error", "unclassified error (IllegalStateException)")
                .containsEntry("error_text", "card 4111 declined");
    }

    @Test // TC-288, AU-01
    void takesSecretsOutOfWhatTheModelIsSent() {
        Redactor redactor = text -> text.replace("4111", "[card]");
        ToolErrorText sent = (call, failure) -> "sent: " + failure.getMessage();
        log(WITH_TEXT, redactor, sent);
        harness.tool.fail(
                new IllegalStateException("card 4111 at https://ann:hunter2@pay.example/v1?key=sk-123 declined"));

        assertThatThrownBy(() -> call("charge", "call-1")).isInstanceOf(IllegalStateException.class);

        String text = "sent: card [card] at https://REDACTED@pay.example/v1?key=REDACTED declined";
        assertThat(line().getFormattedMessage()).endsWith(" error: " + text);
        assertThat(pairs()).containsEntry("error_text", text);
    }

    @Test
    void showsTheSummaryWhereTheRedactorFails() {
        Redactor broken = text -> {
            throw new IllegalArgumentException("cannot read: " + text);
        };
        log(WITH_TEXT, broken);
        harness.tool.fail(new IllegalStateException("card 4111"));

        assertThatThrownBy(() -> call("charge", "call-1")).isInstanceOf(IllegalStateException.class);

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "What the model is sent of a failure cannot be shown (java.lang.IllegalArgumentException); a summary stands in"
                                + " for it",
                        "Tool 'charge' (call call-1, run 2, 1 attempt, 0 ms) error: unclassified error (IllegalStateException)");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
    }

    @Test
    void showsTheSummaryOfWhatTheModelIsNotTold() {
        ToolErrorText nothing = (call, failure) -> null;
        log(WITH_TEXT, nothing);
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel(Cancellation.Reason.CONSUMER);

        assertThatThrownBy(() -> harness.toolHandler()
                        .call(request("charge", "call-1"), CallSettings.DEFAULTS.withCancellation(cancelled)))
                .isInstanceOf(CancelledException.class);

        assertThat(line().getFormattedMessage()).endsWith(" error: cancelled");
    }

    @Test
    void keepsWhatOthersSayOnOneLine() {
        log(WITH_TEXT);
        harness.tool.fail(new IllegalStateException("a\n12:00 INFO all is well\u001b[2J\u2028x"));

        assertThatThrownBy(() -> call("charge", "id\r\nforged")).isInstanceOf(IllegalStateException.class);

        assertThat(line().getFormattedMessage())
                .contains("(call id\\u000d\\u000aforged,")
                .endsWith("error: a\\u000a12:00 INFO all is well\\u001b[2J\\u2028x");
        assertThat(pairs()).containsEntry("error_text", "a\n12:00 INFO all is well\u001b[2J\u2028x");
    }

    @Test
    void saysThatAResultWasUsedAgain() {
        log(ToolLogSpec.defaults());
        harness.addTool("replay", (call, next) -> next.call(call).replayed());

        call("look_up", "");

        assertThat(line().getFormattedMessage())
                .isEqualTo("Tool 'look_up' (call 1, run 2, 1 attempt, 0 ms) ok: 4 bytes, used again");
        assertThat(pairs()).containsEntry("outcome", "used again");
    }

    @Test
    void writesAtTheLevelsThatAreSet() {
        log(new ToolLogSpec(org.slf4j.event.Level.DEBUG, org.slf4j.event.Level.ERROR, null));
        harness.tool.result("fine").fail(new IllegalStateException());
        logger.setLevel(Level.INFO);

        call("charge", "call-1");
        assertThat(lines.list).isEmpty();
        assertThatThrownBy(() -> call("charge", "call-1")).isInstanceOf(IllegalStateException.class);

        assertThat(line().getLevel()).isEqualTo(Level.ERROR);
    }

    private void log(ToolLogSpec spec, Object... shared) {
        harness.addTool("tool-log", spec.toolMiddleware(harness.resources(shared)));
    }

    private static ToolRequest request(String tool, String callId) {
        return ToolRequest.of(new ToolFacts(tool, ToolSafety.SIDE_EFFECT), callId, "", "{\"card\":\"4111\"}");
    }

    private void call(String tool, String callId) {
        harness.toolHandler().call(request(tool, callId));
    }

    private ILoggingEvent line() {
        assertThat(lines.list).hasSize(1);
        return lines.list.get(0);
    }

    private Map<String, Object> pairs() {
        return line().getKeyValuePairs().stream().collect(Collectors.toMap(pair -> pair.key, pair -> pair.value));
    }
}
