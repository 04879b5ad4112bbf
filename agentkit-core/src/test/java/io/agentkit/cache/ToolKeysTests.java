package io.agentkit.cache;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.agentkit.chat.CacheStatus;
import io.agentkit.tool.ToolFacts;
import io.agentkit.tool.ToolRequest;
import io.agentkit.tool.ToolSafety;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class ToolKeysTests {

    private final CachedTools tools = new CachedTools().withDefaults();

    @ParameterizedTest // TC-077, TC-084, TC-480
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1,\"b\":{\"c\":2,\"d\":[1,2]}}|{ \"b\" : {\"d\":[1, 2], \"c\":2}, \"a\":1 }",
                "{\"a\":\"\\u0041/\"}|{\"a\":\"A\\/\"}",
                "{}|null",
                "not json|not json"
            })
    void areTheSameForArgumentsThatMeanTheSame(String first, String second) {
        tools.readOnly(first);

        assertThat(tools.readOnly(second).cacheStatus()).isEqualTo(CacheStatus.HIT);
    }

    @ParameterizedTest // TC-078, TC-084, TC-085, TC-480
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1}|{\"a\":2}",
                "{\"a\":1}|{\"a\":1.0}",
                "{\"a\":1}|{\"a\":\"1\"}",
                "{\"a\":1}|{\"a\":[1]}",
                "{\"a\":[1,2]}|{\"a\":[2,1]}",
                "{\"a\":null}|{}",
                "{\"a\":1,\"a\":2}|{\"a\":2}",
                "{\"a\":1,\"a\":2}|{\"a\":2,\"a\":1}",
                "{\"a\":\"\u00e9\"}|{\"a\":\"e\u0301\"}",
                "{\"a\":\"\\ud800\"}|{\"a\":\"\\ud801\"}",
                "{\"a\":\"\\ud800\"}|{\"a\":\"?\"}",
                "{\"a\":\"x\\\",\\\"b\\\":\\\"y\"}|{\"a\":\"x\",\"b\":\"y\"}",
                "not json|\"not json\""
            })
    void differForArgumentsThatMayMeanSomethingElse(String first, String second) {
        tools.readOnly(first);

        assertThat(tools.readOnly(second).cacheStatus()).isEqualTo(CacheStatus.NONE);
    }

    @Test
    void readArgumentsOfAnyDepth() {
        String deep = "[".repeat(5_000) + "]".repeat(5_000);
        tools.readOnly("{\"a\":" + deep + "}");

        assertThat(tools.readOnly("{\"a\":" + deep + "}").cacheStatus()).isEqualTo(CacheStatus.HIT);
        assertThat(tools.readOnly("{\"a\": " + deep + "}").cacheStatus()).isEqualTo(CacheStatus.NONE);
    }

    @Test
    void leaveVolatileArgumentsOut() {
        ToolFacts facts =
                new ToolFacts("look_up", ToolSafety.READ_ONLY).withIdempotency(null, Set.of("at", "trace.id"));

        tools.call(ToolRequest.of(facts, "{\"at\":1,\"q\":\"x\",\"trace\":{\"id\":1,\"deep\":true}}"));

        assertThat(tools.call(ToolRequest.of(facts, "{\"q\":\"x\",\"trace\":{\"deep\":true}}"))
                        .cacheStatus())
                .isEqualTo(CacheStatus.HIT);
        assertThat(tools.call(ToolRequest.of(facts, "{\"q\":\"x\",\"trace\":{\"deep\":false}}"))
                        .cacheStatus())
                .isEqualTo(CacheStatus.NONE);
    }

    @Test // TC-080
    void holdTheWholeScopeInAnyOrder() {
        tools.in(run -> run.tenant("a").user("b"), "{}");

        assertThat(tools.in(run -> run.user("b").tenant("a"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.HIT);
        assertThat(tools.in(run -> run.tenant("a").user("c"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.NONE);
        assertThat(tools.in(run -> run.tenant("a"), "{}").cacheStatus()).isEqualTo(CacheStatus.NONE);
        assertThat(tools.in(run -> run.tenant("a").user("b").scope("domain", "x"), "{}")
                        .cacheStatus())
                .isEqualTo(CacheStatus.NONE);
    }

    @Test
    void cannotBeMadeEqualByWhatValuesContain() {
        tools.in(run -> run.scope("a", "1").scope("b", "2"), "{}");

        assertThat(tools.in(run -> run.scope("a", "1, b=2"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.NONE);
        assertThat(tools.in(run -> run.scope("a=1, b", "2"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.NONE);
        assertThat(tools.in(run -> run.scope("a", "1\0b").scope("2", ""), "{}").cacheStatus())
                .isEqualTo(CacheStatus.NONE);
    }

    @Test
    void holdOnlyWhatIsNamedOfTheScope() {
        CachedTools named = new CachedTools().with(MemoizeSpec.defaults().withScope("tenant"));

        named.in(run -> run.tenant("a").user("b"), "{}");

        assertThat(named.in(run -> run.tenant("a").user("c"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.HIT);
        assertThat(named.in(run -> run.tenant("b").user("b"), "{}").cacheStatus())
                .isEqualTo(CacheStatus.NONE);
    }

    @Test
    void areThereOnlyWhereTheScopeSaysWhoseAnswerItIs() {
        CachedTools named = new CachedTools().with(MemoizeSpec.defaults().withScope("tenant"));

        named.in(run -> run.user("b"), "{}");

        assertThat(named.in(run -> run.user("b"), "{}").cacheStatus()).isEqualTo(CacheStatus.NONE);
        assertThat(named.figures().misses()).isZero();
    }

    @Test
    void areSharedByAllWhereThatIsWritten() {
        CachedTools shared = new CachedTools().with(MemoizeSpec.defaults().withScope("none"));

        shared.in(run -> run.tenant("a"), "{}");

        assertThat(shared.in(run -> run.tenant("b"), "{}").cacheStatus()).isEqualTo(CacheStatus.HIT);
    }

    @Test
    void holdWhatTheApplicationGivesTheTool() {
        UUID id = UUID.fromString("00000000-0000-0000-0000-000000000001");
        Map<String, Object> ann =
                Map.of("user", "ann", "id", id, "at", Instant.EPOCH, "limit", new BigDecimal("1.0"), "kind", Kind.A);

        given(ann);

        assertThat(given(ann)).isEqualTo(CacheStatus.HIT);
        assertThat(given(Map.of("user", "bob"))).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of("user", 1))).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of("user", "1"))).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of("user", 1L))).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of())).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of("kind", Kind.A))).isEqualTo(CacheStatus.NONE);
        assertThat(given(Map.of("kind", Kind.B))).isEqualTo(CacheStatus.NONE);
    }

    private enum Kind {
        A,
        B;

        @Override
        public String toString() {
            return "kind";
        }
    }

    @Test
    void areMissingWhereTheToolIsGivenWhatHasNoText() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(MemoizeSpec.class);
        logger.addAppender(lines);

        given(Map.of("account", List.of("secret-account")));

        assertThat(given(Map.of("account", List.of("secret-account")))).isEqualTo(CacheStatus.NONE);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Results of tool 'look_up' are not used again: it is given 'account' in its context, which cannot be part of a key. Write"
                                + " 'key', the name of a bean that says what makes two calls the same");
        logger.detachAppender(lines);
    }

    private CacheStatus given(Map<String, Object> context) {
        return tools.call(CachedTools.lookUp("{}").withContext(context)).cacheStatus();
    }
}
