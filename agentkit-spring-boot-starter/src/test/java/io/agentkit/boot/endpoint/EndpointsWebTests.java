package io.agentkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentkit.audit.AuditStore;
import io.agentkit.audit.InMemoryAuditStore;
import io.agentkit.money.Money;
import io.agentkit.spend.BudgetSpec;
import io.agentkit.spend.Budgets;
import io.agentkit.store.BudgetLimits;
import io.agentkit.store.InMemoryBudgetStore;
import io.agentkit.time.Time;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest(
        properties = {
            "spring.main.web-application-type=servlet",
            "spring.ai.model.chat=none",
            "spring.ai.model.embedding=none",
            "spring.ai.model.image=none",
            "spring.ai.model.audio.speech=none",
            "spring.ai.model.audio.transcription=none",
            "spring.ai.model.moderation=none",
            "spring.jackson.property-naming-strategy=SNAKE_CASE",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.budgets.access=unrestricted"
        })
@AutoConfigureMockMvc
class EndpointsWebTests {

    @Autowired
    private MockMvcTester mvc;

    private MvcTestResult post(String path, String body) {
        return mvc.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    @Test
    void showsCosts() {
        assertThat(mvc.get().uri("/actuator/costs"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.spend.usd")
                .isEqualTo("0");
    }

    @Test
    void writesWhatWasSpentInAPeriodForASpreadsheet() throws Exception {
        MvcTestResult csv = mvc.get()
                .uri("/actuator/costs/csv?from=2026-01-01&to=2030-01-01T00:00:00Z&by=tenant&step=day")
                .exchange();

        assertThat(csv).hasStatusOk();
        assertThat(csv.getResponse().getContentType()).isEqualTo("text/csv;charset=UTF-8");
        assertThat(csv.getResponse().getContentAsString())
                .startsWith("from,to,by,name,requests,answers,")
                .endsWith("\r\n");
        assertThat(mvc.get().uri("/actuator/costs/pdf")).hasStatus(404);
        for (String wrong : new String[] {
            "from=yesterday", "to=2026-13-01", "from=2026-01-02&to=2026-01-01", "step=week", "from=2026-01-01T25:00:00Z"
        }) {
            assertThat(mvc.get().uri("/actuator/costs/csv?" + wrong)).hasStatus(400);
        }
    }

    @Test
    void showsBudgets() {
        assertThat(mvc.get().uri("/actuator/budgets"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.budgets[0].limit.usd")
                .isEqualTo("25");
        assertThat(mvc.get().uri("/actuator/budgets/daily?key=acme"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.key")
                .isEqualTo("acme");
    }

    @Test
    void showsHowABudgetIsSetWhateverTheApplicationSetsForItsOwnJson() {
        for (String path : new String[] {"/actuator/budgets/daily", "/actuator/budgets/daily?key=acme"}) {
            assertThat(mvc.get().uri(path)).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                            {"enforcement": "reserve", "onExceeded": "reject", "thresholds": [50, 80, 100]}
                            """);
            assertThat(mvc.get().uri(path)).bodyJson().doesNotHavePath("$.parent");
        }
        assertThat(mvc.get().uri("/actuator/budgets"))
                .bodyJson()
                .extractingPath("$.budgets[0].reached")
                .asArray()
                .isEmpty();
    }

    @Test
    void writesWhatIsDocumentedWhateverTheApplicationSetsForItsOwnJson() {
        assertThat(mvc.get().uri("/actuator/costs")).bodyJson().hasPath("$.byScope");
        assertThat(mvc.get().uri("/actuator/budgets")).bodyJson().doesNotHavePath("$.budgets[0].limit.tokens");
        assertThat(mvc.get().uri("/actuator/budgets/daily")).bodyJson().doesNotHavePath("$.next");
        assertThat(mvc.get().uri("/actuator/budgets/daily?key=acme")).bodyJson().doesNotHavePath("$.window");
    }

    @Test
    void answersUnknownBudgetsWith404() {
        assertThat(mvc.get().uri("/actuator/budgets/other")).hasStatus(404);
        assertThat(post("/actuator/budgets/other", "{\"all\": true}")).hasStatus(404);
    }

    @Test
    void resetsAndChangesBudgets() {
        assertThat(post("/actuator/budgets/weekly", "{}")).hasStatus(400);
        assertThat(post("/actuator/budgets/weekly", "{\"all\": true}")).hasStatusOk();
        assertThat(post("/actuator/budgets/weekly", "{\"maxUsd\": \"30\"}"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.limit.usd")
                .isEqualTo("30");
    }

    @Test
    void givesNobodyTheToolAuditUnlessGranted() {
        assertThat(mvc.get().uri("/actuator/toolaudit")).hasStatus(404);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Budgets budgets() {
            BudgetSpec spec = BudgetSpec.of("tenant", new BudgetLimits(Money.usd("25"), null, null));
            return Budgets.of(
                    new TreeMap<>(Map.of("daily", spec, "weekly", spec)), new InMemoryBudgetStore(Time.system(), 100));
        }

        @Bean
        AuditStore auditStore() {
            return new InMemoryAuditStore();
        }
    }
}
