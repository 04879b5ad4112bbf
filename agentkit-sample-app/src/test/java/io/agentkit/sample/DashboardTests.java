package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.CallKind;
import io.agentkit.ErrorKind;
import io.agentkit.Event;
import io.agentkit.EventListener;
import io.agentkit.Failure;
import io.agentkit.chat.Usage;
import io.agentkit.limit.RateLimitReason;
import io.agentkit.limit.RateLimitRefused;
import io.agentkit.limit.RateLimitWaited;
import io.agentkit.money.Money;
import io.agentkit.resilience.BreakerOpened;
import io.agentkit.resilience.BreakerRefused;
import io.agentkit.resilience.FallbackTaken;
import io.agentkit.resilience.HedgeLaunched;
import io.agentkit.resilience.HedgeLost;
import io.agentkit.resilience.HedgeWon;
import io.agentkit.resilience.TimeLimit;
import io.agentkit.resilience.TimeLimitIgnored;
import io.agentkit.resilience.TimeLimitPassed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alert rules ask Prometheus for nothing that a running application does not give. */
class DashboardTests {

    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "agentkit.json");

    private static final Path ALERTS = Path.of("..", "docs", "grafana", "alerts.yml");

    /** In a legend: {@code {{model}}}. In an annotation: {@code {{ $labels.model }}}. */
    private static final Pattern SHOWN = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");

    private static ConfigurableApplicationContext application;

    private static Map<String, Set<String>> scraped;

    private record Query(String where, String expression, String shown) {

        @Override
        public String toString() {
            return where + ": " + expression;
        }
    }

    @BeforeAll
    static void useAnApplication() {
        application = new SpringApplicationBuilder(SampleApplication.class)
                .run(
                        "--server.port=0",
                        "--sample.demo.word-delay=0",
                        "--agentkit.chat.chain=tracing,house-rules,meter,cost,rate-limit,retry",
                        "--agentkit.chat.rate-limit.interval=0",
                        "--agentkit.chat.retry.backoff.base=1ms",
                        "--agentkit.budgets.tiny.scope=tenant",
                        "--agentkit.budgets.tiny.max-calls=1",
                        "--agentkit.budgets.everybody.scope=global",
                        "--agentkit.budgets.everybody.max-calls=1000");
        RestTestClient http = RestTestClient.bindToServer()
                .baseUrl("http://localhost:"
                        + ((WebServerApplicationContext) application)
                                .getWebServer()
                                .getPort())
                .build();
        for (String tenant : new String[] {"a", "b"}) {
            ask(http, "/fail once", tenant);
            ask(http, "What is the weather in Berlin?", tenant);
        }
        ask(http, "What is the weather in Berlin?", "c");
        get(http, "/api/chat/stream?message=hello&tenant=d");
        tellOfBadDays(application.getBeansOfType(EventListener.class).values());
        scraped = PromQuery.scraped(get(http, "/actuator/prometheus"));
    }

    /** What takes slow and failing providers to happen. */
    private static void tellOfBadDays(Collection<EventListener> listeners) {
        Duration second = Duration.ofSeconds(1);
        Failure failure = Failure.of(ErrorKind.OVERLOADED);
        for (Event event : List.of(
                new FallbackTaken("1", "chat", "m", "n", failure),
                new BreakerOpened("1", CallKind.CHAT, "chat", "m", failure, second),
                new BreakerRefused("1", CallKind.CHAT, "chat", "m", second),
                new TimeLimitPassed("1", CallKind.CHAT, "chat", "m", TimeLimit.TOTAL, second),
                new TimeLimitIgnored("1", CallKind.CHAT, "chat", "m", TimeLimit.TOTAL, second),
                new RateLimitWaited("1", 1, "agentkit.chat.rate-limit", "(all)", second),
                new RateLimitRefused("1", 1, "agentkit.chat.rate-limit", "(all)", RateLimitReason.MAX_WAIT, second),
                new HedgeLaunched("1", "chat", "n", HedgeLaunched.Reason.DELAY, second),
                new HedgeWon("1", "chat", "n", true, 2, second),
                new HedgeLost("1", "chat", "m", 1, Usage.of(1, 1), Money.usd(1)))) {
            listeners.forEach(listener -> listener.on(event));
        }
    }

    @AfterAll
    static void stopIt() {
        application.close();
    }

    private static void ask(RestTestClient http, String message, String tenant) {
        http.post()
                .uri("/api/chat")
                .body(new ChatQuestion(message, tenant))
                .exchange()
                .expectBody()
                .returnResult();
    }

    private static String get(RestTestClient http, String path) {
        return String.valueOf(http.get()
                .uri(path)
                .exchange()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }

    static List<Query> dashboard() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
        List<Query> queries = new ArrayList<>();
        dashboard
                .get("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target -> queries.add(new Query(
                                panel.get("title").asString(),
                                target.get("expr").asString(),
                                target.path("legendFormat").asString("")))));
        dashboard.get("templating").get("list").forEach(variable -> {
            JsonNode query = variable.get("query");
            if (query.isObject()) {
                queries.add(new Query(
                        variable.get("name").asString(), query.get("query").asString(), ""));
            }
        });
        return queries;
    }

    @SuppressWarnings("unchecked")
    static List<Query> alerts() throws IOException {
        Map<String, List<Map<String, Object>>> file = new Yaml().load(Files.readString(ALERTS));
        return file.get("groups").stream()
                .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
                .map(rule -> new Query(
                        String.valueOf(rule.get("alert")),
                        String.valueOf(rule.get("expr")),
                        String.valueOf(rule.get("annotations"))))
                .toList();
    }

    static Stream<Query> queries() throws IOException {
        return Stream.concat(dashboard().stream(), alerts().stream());
    }

    @ParameterizedTest
    @MethodSource("queries")
    void asksForMetersAndLabelsThatExist(Query query) {
        Map<String, Set<String>> asked = PromQuery.of(query.expression()).labels();
        Set<String> shown = new TreeSet<>();
        SHOWN.matcher(query.shown()).results().forEach(label -> shown.add(label.group(1)));

        assertThat(asked).isNotEmpty();
        asked.forEach((metric, labels) -> {
            assertThat(scraped).containsKey(metric);
            assertThat(scraped.get(metric)).as(metric).containsAll(labels).containsAll(shown);
        });
    }

    @Test
    void watchesAndShowsWhatMatters() throws IOException {
        assertThat(dashboard()).hasSizeGreaterThan(30);
        assertThat(alerts()).hasSizeGreaterThan(14);
    }
}
