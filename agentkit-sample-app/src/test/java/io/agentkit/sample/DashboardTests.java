package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The dashboard asks Prometheus for nothing that the application does not give. */
class DashboardTests {

    private static final Pattern METRIC = Pattern.compile("\\bagentkit_\\w+");

    @Test
    void showsMetricsThatExist() throws IOException {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(SampleApplication.class)
                .run(
                        "--server.port=0",
                        "--sample.demo.word-delay=0",
                        "--agentkit.chat.retry.backoff.base=1ms",
                        "--agentkit.budgets.tiny.scope=tenant",
                        "--agentkit.budgets.tiny.max-calls=1")) {
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
            http.get()
                    .uri("/api/chat/stream?message=hello&tenant=d")
                    .exchange()
                    .expectBody(String.class)
                    .returnResult();

            String scraped = http.get()
                    .uri("/actuator/prometheus")
                    .exchange()
                    .expectBody(String.class)
                    .returnResult()
                    .getResponseBody();

            assertThat(metrics(String.valueOf(scraped)))
                    .containsAll(metrics(Files.readString(Path.of("..", "docs", "grafana-dashboard.json"))));
        }
    }

    private static void ask(RestTestClient http, String message, String tenant) {
        http.post()
                .uri("/api/chat")
                .body(new ChatQuestion(message, tenant))
                .exchange()
                .expectBody()
                .returnResult();
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
