package io.agentkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Each test is a tenant of its own, so that one cannot use up the budget of another. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.demo.word-delay=0",
            "agentkit.chat.retry.backoff.base=1ms",
            "agentkit.budgets.tiny.scope=tenant",
            "agentkit.budgets.tiny.max-calls=6"
        })
class ChatApiTests {

    @LocalServerPort
    private int port;

    private RestTestClient http;

    @BeforeEach
    void connect() {
        http = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
    }

    @Test
    void answersWithAReceipt() {
        ask("hello", "receipts")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.answer")
                .value(String.class, answer -> assertThat(answer).startsWith("This is the demo model"))
                .jsonPath("$.runId")
                .isNotEmpty()
                .jsonPath("$.model")
                .isEqualTo("demo-model")
                .jsonPath("$.usage.output")
                .value(Integer.class, output -> assertThat(output).isPositive())
                .jsonPath("$.usd")
                .value(String.class, usd -> assertThat(new BigDecimal(usd)).isPositive());
    }

    @Test
    void countsTheSpendOfARunWithItsToolsOnTheActuator() {
        String answered = body(
                ask("What is the weather in Berlin?", "spenders").expectStatus().isOk());

        String spent = JsonPath.read(get("/actuator/costs"), "$.byScope.tenant.spenders.spend.usd");
        assertThat(JsonPath.<String>read(answered, "$.answer")).startsWith("In Berlin it is");
        assertThat(new BigDecimal(JsonPath.<String>read(answered, "$.usd"))).isEqualByComparingTo(spent);
    }

    @Test
    void auditsAToolCallOfDeclaredSafety() {
        ask("Charge my card 5 USD", "auditors")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.answer")
                .value(String.class, answer -> assertThat(answer).startsWith("The card was charged with 5 USD"));

        List<String> tools = JsonPath.read(get("/actuator/toolaudit"), "$..tool");
        List<String> undeclared = JsonPath.read(get("/actuator/chains"), "$.toolsOfUnknownSafety");
        assertThat(tools).contains("charge_card");
        assertThat(undeclared).isEmpty();
    }

    @Test
    void anExhaustedBudgetIs429WithItsName() {
        for (int call = 0; call < 6; call++) {
            ask("hello", "spendthrift").expectStatus().isOk();
        }

        expectTiny(ask("hello", "spendthrift"));
        expectTiny(http.get()
                .uri("/api/chat/stream?message=hello&tenant=spendthrift")
                .exchange());
    }

    private static void expectTiny(ResponseSpec refused) {
        refused.expectStatus()
                .isEqualTo(HttpStatus.TOO_MANY_REQUESTS)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Budget exhausted")
                .jsonPath("$.budget")
                .isEqualTo("tiny");
    }

    @Test
    void aBlockedMessageIs422() {
        for (ResponseSpec refused : List.of(
                ask("/blocked", "blocked"),
                http.get().uri("/api/chat/stream?message=/blocked").exchange())) {
            refused.expectStatus()
                    .isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT)
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .expectBody()
                    .jsonPath("$.detail")
                    .isEqualTo("The house rules do not allow this message.");
        }
    }

    @Test
    void aModelThatIsDownIs503() {
        ask("/fail", "unlucky")
                .expectStatus()
                .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE)
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo("The call failed: unavailable");
    }

    @Test
    void aModelThatFailsOnceIsAskedAgain() {
        ask("/fail once", "retried")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.answer")
                .value(String.class, answer -> assertThat(answer).startsWith("The first request failed"));

        List<String> kinds = JsonPath.read(get("/api/events"), "$[*].kind");
        assertThat(kinds).contains("retry.attempt");
    }

    @Test
    void anEmptyMessageIs400() {
        ask(" ", "mute")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo("'message' must not be blank");
    }

    @Test
    void streamsDeltasToolsAndTheReceipt() {
        String stream = body(http.get()
                .uri("/api/chat/stream?message=Convert 100 USD to EUR&tenant=streamers")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.TEXT_EVENT_STREAM));

        assertThat(stream.lines().filter(line -> line.startsWith("event:")))
                .startsWith("event:tool", "event:delta", "event:delta")
                .endsWith("event:delta", "event:done");
        assertThat(stream)
                .contains("data:{\"name\":\"convert\"}", "data:{\"text\":\"100\"}", "data:{\"text\":\" 90.91\"}")
                .contains("\"model\":\"demo-model\"", "\"usd\":\"0.");
    }

    private ResponseSpec ask(String message, String tenant) {
        return http.post()
                .uri("/api/chat")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("message", message, "tenant", tenant))
                .exchange();
    }

    private String get(String path) {
        return body(http.get().uri(path).exchange());
    }

    private static String body(ResponseSpec response) {
        EntityExchangeResult<String> result = response.expectBody(String.class).returnResult();
        String body = result.getResponseBody();
        return body == null ? "" : body;
    }
}
